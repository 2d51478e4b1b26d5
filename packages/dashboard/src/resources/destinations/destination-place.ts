/** Where does a destination send events, in a few words? */
import type { Destination } from "@posthorn/contract/destinations";

export function destinationPlace({ type, config }: Pick<Destination, "type" | "config">): string {
  if (type === "HTTP") return config.url ?? "";
  return type === "CLI" ? `CLI ${config.path ?? "/"}` : "Mock API";
}
