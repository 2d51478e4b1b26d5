/**
 * Which URL are a destination's requests built from?
 *
 * Only the URL of an HTTP destination is ever dialed. The others have one so that people can see what is sent: the
 * mock has a host name that can never exist, a developer's machine has localhost.
 */
import type { DestinationType } from "@posthorn/contract/destinations";
import type { KeptDestinationConfig } from "../../store/destinations.ts";

const MOCK_API_URL = "https://mock.posthorn.invalid";

/** Returns null when the destination has no URL, which the API prevents. */
export function destinationUrl(
  type: DestinationType,
  { url, path }: Pick<KeptDestinationConfig, "url" | "path">,
): string | null {
  if (type === "HTTP") return url ?? null;
  return type === "MOCK_API" ? MOCK_API_URL : `http://localhost${path ?? "/"}`;
}
