/** How do people read each action on an issue, and what does it mean for the future? */
import { BellOff, Check, CheckCheck, RotateCcw, X, type LucideIcon } from "lucide-react";
import type { IssueAction } from "./issue-status.ts";

export const ISSUE_ACTION_WORDS: Readonly<
  Record<IssueAction, { label: string; hint: string; icon: LucideIcon }>
> = {
  acknowledge: { label: "Acknowledge", hint: "Somebody looks at it", icon: Check },
  resolve: { label: "Resolve", hint: "Reopens when it recurs", icon: CheckCheck },
  ignore: { label: "Ignore", hint: "Stays quiet when it recurs", icon: BellOff },
  reopen: { label: "Reopen", hint: "It is not over", icon: RotateCcw },
  dismiss: { label: "Dismiss", hint: "Ignored, with a date", icon: X },
};
