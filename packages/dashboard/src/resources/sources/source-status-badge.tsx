/** Shows whether a source accepts requests, as icon, word and colour. */
import type { Source } from "@posthorn/contract/sources";
import { StatusBadge } from "../../ui/status-badge.tsx";

export function SourceStatusBadge({ source }: { source: Pick<Source, "disabled_at"> }) {
  return source.disabled_at === null ? (
    <StatusBadge tone="ok" tooltip="Accepts requests">
      Active
    </StatusBadge>
  ) : (
    <StatusBadge tone="off" tooltip="Accepts nothing">
      Disabled
    </StatusBadge>
  );
}
