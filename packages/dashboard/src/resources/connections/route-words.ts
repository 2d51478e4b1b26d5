/** How is a connection called in one line? By its two ends, because its name is optional. */
import type { Connection } from "@posthorn/contract/connections";

type Ends = Pick<Connection, "source" | "destination">;

/** `stripe → ledger` */
export function routeText({ source, destination }: Ends): string {
  return `${source.name} → ${destination.name}`;
}

/** `stripe → ledger · ledger-sync`, or without the last part. */
export function routeWithName(connection: Ends & Pick<Connection, "name">): string {
  return connection.name === null ? routeText(connection) : `${routeText(connection)} · ${connection.name}`;
}

/** Where a connection stands alone: its name, or its two ends. */
export function connectionTitle(connection: Ends & Pick<Connection, "name">): string {
  return connection.name ?? routeText(connection);
}
