/** Shows the state of a connection as icon, word and colour, and how many events it holds while it is paused. */
import type { Connection } from "@posthorn/contract/connections";
import { countText } from "../../ui/count.ts";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import { statusOf, type ConnectionStatus } from "./connection-status.ts";

const TONES: Record<ConnectionStatus, Tone> = { Active: "ok", Paused: "hold", Disabled: "off" };

const MEANINGS: Record<ConnectionStatus, string> = {
  Active: "Events are delivered",
  Paused: "Events are held until it is unpaused",
  Disabled: "Events are not made and not delivered",
};

export interface ConnectionStatusBadgeProps {
  connection: Pick<Connection, "paused_at" | "disabled_at">;
  /** Undefined: not known, or of no interest here. */
  held?: number | undefined;
}

export function ConnectionStatusBadge({ connection, held = 0 }: ConnectionStatusBadgeProps) {
  const status = statusOf(connection);
  return (
    <StatusBadge tone={TONES[status]} tooltip={MEANINGS[status]}>
      {status}
      {status === "Paused" && held > 0 ? ` · ${countText(held)} held` : null}
    </StatusBadge>
  );
}
