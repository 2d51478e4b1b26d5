/** Shows whether a destination gets events, as icon, word and colour. */
import type { Destination } from "@posthorn/contract/destinations";
import { StatusBadge } from "../../ui/status-badge.tsx";

export function DestinationStatusBadge({ destination }: { destination: Pick<Destination, "disabled_at"> }) {
  return destination.disabled_at === null ? (
    <StatusBadge tone="ok" tooltip="Events are delivered">
      Active
    </StatusBadge>
  ) : (
    <StatusBadge tone="off" tooltip="Nothing is sent">
      Disabled
    </StatusBadge>
  );
}
