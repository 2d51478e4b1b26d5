/** What rules make of a request, as a badge. Rules have the same icons here as everywhere else. */
import type { TrialStatus } from "@posthorn/contract/rules-trial";
import { CopyMinus, Funnel, type LucideIcon } from "lucide-react";
import { StatusBadge, type Tone } from "../../../ui/status-badge.tsx";
import { OUTCOME_LABELS } from "./trial-rows.ts";

const TONES: Record<TrialStatus, Tone> = {
  delivered: "ok",
  filtered: "off",
  deduplicated: "off",
  failed: "bad",
  skipped: "off",
};

const ICONS: Partial<Record<TrialStatus, LucideIcon>> = { filtered: Funnel, deduplicated: CopyMinus };

export function OutcomeBadge({ status }: { status: TrialStatus }) {
  return (
    <StatusBadge tone={TONES[status]} icon={ICONS[status]}>
      {OUTCOME_LABELS[status]}
    </StatusBadge>
  );
}
