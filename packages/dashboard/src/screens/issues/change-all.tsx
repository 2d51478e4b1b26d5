/** Changes all issues that the list shows: the usual next action, with the others behind an arrow. */
import type { IssueStatus } from "@posthorn/contract/causes";
import { ChevronDown } from "lucide-react";
import { ISSUE_ACTION_WORDS } from "../../resources/issues/issue-action-words.ts";
import { useChangeIssues } from "../../resources/issues/issue-actions.ts";
import { actionsOn, type IssueAction } from "../../resources/issues/issue-status.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { countText } from "../../ui/count.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";

export interface ChangeAllProps {
  status: IssueStatus;
  /** Of the listed issues that still have this status. */
  ids: readonly string[];
}

export function ChangeAll({ status, ids }: ChangeAllProps) {
  const refusal = useRefusal("triage");
  const { mutate: change, isPending } = useChangeIssues();
  const { next, others } = actionsOn({ status, dismissed_at: null });
  const words = (action: IssueAction) => `${ISSUE_ACTION_WORDS[action].label} all ${countText(ids.length)}`;
  const reason = refusal ?? (ids.length === 0 ? "No issue is listed." : undefined);
  if (reason !== undefined || isPending)
    return (
      <Button size="sm" disabledReason={reason} isPending={isPending}>
        {words(next)}
        <ChevronDown aria-hidden />
      </Button>
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm">
          {words(next)}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {[next, ...others].map((action) => {
        const { hint, icon: Icon } = ISSUE_ACTION_WORDS[action];
        return (
          <MenuItem key={action} icon={<Icon />} onSelect={() => change({ ids, action })}>
            {words(action)}
            <span className="block text-xs text-ink-3">{hint}</span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
