/** Which state is a connection in? Paused wins over disabled, as everywhere in the product. */
import type { Connection } from "@posthorn/contract/connections";

export type ConnectionStatus = "Active" | "Paused" | "Disabled";

export function statusOf({
  paused_at,
  disabled_at,
}: Pick<Connection, "paused_at" | "disabled_at">): ConnectionStatus {
  if (paused_at !== null) return "Paused";
  return disabled_at === null ? "Active" : "Disabled";
}
