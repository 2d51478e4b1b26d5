/** Shows the state of a connection as icon, word and colour. */
import type { Connection } from "@posthorn/contract/connections";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import { statusOf, type ConnectionStatus } from "./connection-status.ts";

const TONES: Record<ConnectionStatus, Tone> = { Active: "ok", Paused: "hold", Disabled: "off" };

const MEANINGS: Record<ConnectionStatus, string> = {
  Active: "Events are delivered",
  Paused: "Events are held until it is unpaused",
  Disabled: "Events are not made and not delivered",
};

export function ConnectionStatusBadge({
  connection,
}: {
  connection: Pick<Connection, "paused_at" | "disabled_at">;
}) {
  const status = statusOf(connection);
  return (
    <StatusBadge tone={TONES[status]} tooltip={MEANINGS[status]}>
      {status}
    </StatusBadge>
  );
}
