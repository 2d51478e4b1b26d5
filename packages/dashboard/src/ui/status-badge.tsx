/**
 * Shows a state with icon, word and colour together, never with colour alone.
 *
 * The tones are generic; `resources/` decides which status has which tone and word.
 */
import { cva } from "class-variance-authority";
import { Check, CircleDashed, Clock, type LucideIcon, Minus, Pause, X } from "lucide-react";
import type { ReactNode } from "react";

/** ok delivered · bad failed · wait pending · hold paused · late delayed · off cancelled, disabled, archived */
export type Tone = "ok" | "bad" | "wait" | "hold" | "late" | "off";

/** The icon of each tone. */
export const TONE_ICONS = { ok: Check, bad: X, wait: CircleDashed, hold: Pause, late: Clock, off: Minus };

const badgeClass = cva(
  "inline-flex h-5.5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap tabular-nums",
  {
    variants: {
      tone: {
        ok: "bg-ok-bg text-ok",
        bad: "bg-bad-bg text-bad",
        wait: "bg-wait-bg text-wait",
        hold: "bg-hold-bg text-hold",
        late: "bg-late-bg text-late",
        off: "bg-off-bg text-off",
      },
    },
  },
);

export interface StatusBadgeProps {
  tone: Tone;
  /** The word, with the response code if it helps: `Failed 503`. */
  children: ReactNode;
  tooltip?: string;
  /** Another icon than the tone's own, if the state has one of its own everywhere. */
  icon?: LucideIcon | undefined;
  className?: string;
}

export function StatusBadge({ tone, children, tooltip, icon, className }: StatusBadgeProps) {
  const Icon = icon ?? TONE_ICONS[tone];
  return (
    <span className={badgeClass({ tone, className })} data-tooltip={tooltip}>
      <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2.5} />
      {children}
    </span>
  );
}
