/** Shows the status of an issue as icon, word and colour. */
import type { IssueStatus } from "@posthorn/contract/causes";
import { BellOff, Check, CheckCheck, CircleAlert, type LucideIcon } from "lucide-react";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";

export const ISSUE_STATUS_LABELS: Readonly<Record<IssueStatus, string>> = {
  OPENED: "Open",
  ACKNOWLEDGED: "Acknowledged",
  RESOLVED: "Resolved",
  IGNORED: "Ignored",
};

const LOOKS: Readonly<Record<IssueStatus, { tone: Tone; icon: LucideIcon }>> = {
  OPENED: { tone: "bad", icon: CircleAlert },
  ACKNOWLEDGED: { tone: "wait", icon: Check },
  RESOLVED: { tone: "ok", icon: CheckCheck },
  IGNORED: { tone: "off", icon: BellOff },
};

export function IssueStatusBadge({ status }: { status: IssueStatus }) {
  return <StatusBadge {...LOOKS[status]}>{ISSUE_STATUS_LABELS[status]}</StatusBadge>;
}
