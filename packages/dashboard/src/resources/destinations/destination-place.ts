/** Where does a destination send events, in a few words? */
import type { Destination, DestinationType } from "@posthorn/contract/destinations";

export interface Placed {
  type: DestinationType;
  config: Partial<Pick<Destination["config"], "url" | "path">>;
}

export function destinationPlace({ type, config }: Placed): string {
  if (type === "HTTP") return config.url ?? "";
  return type === "CLI" ? `CLI ${config.path ?? "/"}` : "Mock API";
}
