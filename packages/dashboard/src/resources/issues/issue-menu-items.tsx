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
  /** Why this person may not change it. The items stay visible. */
  refusal: string | undefined;
  onChange: (action: IssueAction) => void;
}

export function IssueMenuItems({ issue, refusal, onChange }: IssueMenuItemsProps) {
  const navigate = useNavigate();
  return (
    <>
      {refusal === undefined ? null : <p className="max-w-56 px-2 py-1 text-xs text-ink-3">{refusal}</p>}
      {actionsOn(issue).others.map((action) => {
        const { label, hint, icon: Icon } = ISSUE_ACTION_WORDS[action];
        return (
          <MenuItem
            key={action}
            icon={<Icon />}
            isDisabled={refusal !== undefined}
            onSelect={() => onChange(action)}
          >
            {label}
            <span className="block text-xs text-ink-3">{hint}</span>
          </MenuItem>
        );
      })}
      <MenuSeparator />
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
