/** Shows the state of a connection as icon, word and colour, and how many events it holds while it is paused. */
import type { Connection } from "@posthorn/contract/connections";
import { MATCHES_COUNTED_MOST } from "@posthorn/contract/limits";
import { boundedText } from "../../ui/count.ts";
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

/** The server counts up to a bound: `28`, `10,000+`. */
function heldText(held: number): string | undefined {
  return boundedText({ count: held, is_more: held >= MATCHES_COUNTED_MOST });
}

export function ConnectionStatusBadge({ connection, held = 0 }: ConnectionStatusBadgeProps) {
  const status = statusOf(connection);
  return (
    <StatusBadge tone={TONES[status]} tooltip={MEANINGS[status]}>
      {status}
      {status === "Paused" && held > 0 ? ` · ${heldText(held)} held` : null}
    </StatusBadge>
  );
}
