/** The menu of an issue: what can be done with it beside its usual next action, and the way to what belongs to it. */
import type { Issue } from "@posthorn/contract/issues";
import { useNavigate } from "@tanstack/react-router";
import { AlignLeft, Copy } from "lucide-react";
import { copyText } from "../../ui/copy-button.tsx";
import { MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { ISSUE_ACTION_WORDS } from "./issue-action-words.ts";
import { actionsOn, type IssueAction } from "./issue-status.ts";

export interface IssueMenuItemsProps {
  issue: Issue;
  /** A viewer sees no actions, only the ways to what belongs to the issue. */
  canChange: boolean;
  onChange: (action: IssueAction) => void;
}

export function IssueMenuItems({ issue, canChange, onChange }: IssueMenuItemsProps) {
  const navigate = useNavigate();
  return (
    <>
      {canChange ? <Actions issue={issue} onChange={onChange} /> : null}
      {issue.type === "delivery" ? (
        <MenuItem
          icon={<AlignLeft />}
          onSelect={() => void navigate({ to: "/events", search: { issue_id: [issue.id] } })}
        >
          View events
        </MenuItem>
      ) : null}
      <MenuItem icon={<Copy />} onSelect={() => void copyText(issue.id)}>
        Copy issue ID
      </MenuItem>
    </>
  );
}

function Actions({ issue, onChange }: Pick<IssueMenuItemsProps, "issue" | "onChange">) {
  return (
    <>
      {actionsOn(issue).others.map((action) => {
        const { label, hint, icon: Icon } = ISSUE_ACTION_WORDS[action];
        return (
          <MenuItem key={action} icon={<Icon />} onSelect={() => onChange(action)}>
            {label}
            <span className="block text-xs text-ink-3">{hint}</span>
          </MenuItem>
        );
      })}
      <MenuSeparator />
    </>
  );
}
