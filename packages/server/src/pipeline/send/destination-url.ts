/**
 * Which URL are a destination's requests made from?
 *
 * Only that of an HTTP destination is ever dialled. The others have one so that people can be shown what
 * is sent: the mock under a name that can never exist, a developer's machine under its own.
 */
import type { DestinationType } from "@posthorn/contract/destinations";
import type { KeptDestinationConfig } from "../../store/destinations.ts";

const MOCK_API_URL = "https://mock.posthorn.invalid";

/** Null when it has none, which the API does not let happen. */
export function destinationUrl(
  type: DestinationType,
  { url, path }: Pick<KeptDestinationConfig, "url" | "path">,
): string | null {
  if (type === "HTTP") return url ?? null;
  return type === "MOCK_API" ? MOCK_API_URL : `http://localhost${path ?? "/"}`;
}
