/**
 * What can a person do with an issue in its status, and what is usually next?
 *
 * The one button of an issue is the usual next action. The menu beside it has the others, without the one that would
 * change nothing.
 */
import type { IssueStatus } from "@posthorn/contract/causes";
import type { Issue } from "@posthorn/contract/issues";

export type IssueAction = "acknowledge" | "resolve" | "ignore" | "reopen" | "dismiss";

/** What each action does. Dismissing has a call of its own, which also notes when. */
export const STATUS_AFTER: Readonly<Record<Exclude<IssueAction, "dismiss">, IssueStatus>> = {
  acknowledge: "ACKNOWLEDGED",
  resolve: "RESOLVED",
  ignore: "IGNORED",
  reopen: "OPENED",
};

const NEXT: Readonly<Record<IssueStatus, IssueAction>> = {
  OPENED: "acknowledge",
  ACKNOWLEDGED: "resolve",
  RESOLVED: "dismiss",
  IGNORED: "reopen",
};

const IN_MENU: readonly IssueAction[] = ["acknowledge", "resolve", "ignore", "reopen", "dismiss"];

type Standing = Pick<Issue, "status" | "dismissed_at">;

export interface IssueActions {
  next: IssueAction;
  others: readonly IssueAction[];
}

function changesNothing(action: IssueAction, { status, dismissed_at }: Standing): boolean {
  return action === "dismiss" ? dismissed_at !== null : STATUS_AFTER[action] === status;
}

export function actionsOn(issue: Standing): IssueActions {
  const usual = NEXT[issue.status];
  // An issue that was dismissed, and resolved afterwards, can only be dismissed once.
  const next = changesNothing(usual, issue) ? "reopen" : usual;
  return {
    next,
    others: IN_MENU.filter((action) => action !== next && !changesNothing(action, issue)),
  };
}
