/** Shows whether a trigger opens issues, as icon, word and colour. */
import type { IssueTrigger } from "@posthorn/contract/issue-triggers";
import { StatusBadge } from "../../ui/status-badge.tsx";

export function TriggerStatusBadge({ trigger }: { trigger: Pick<IssueTrigger, "disabled_at"> }) {
  return trigger.disabled_at === null ? (
    <StatusBadge tone="ok" tooltip="Opens issues">
      Enabled
    </StatusBadge>
  ) : (
    <StatusBadge tone="off" tooltip="Opens no issue">
      Disabled
    </StatusBadge>
  );
}
