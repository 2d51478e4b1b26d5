/** Which state is a connection in? If it is both paused and disabled, it counts as paused everywhere. */
import type { Connection } from "@posthorn/contract/connections";

export type ConnectionStatus = "Active" | "Paused" | "Disabled";

export function statusOf({
  paused_at,
  disabled_at,
}: Pick<Connection, "paused_at" | "disabled_at">): ConnectionStatus {
  if (paused_at !== null) return "Paused";
  return disabled_at === null ? "Active" : "Disabled";
}
