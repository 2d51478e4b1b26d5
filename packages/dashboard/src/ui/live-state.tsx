/**
 * Is the list on screen up to date? Live with its interval, held while a person reads it, or reconnecting.
 */
import { cx } from "class-variance-authority";

export interface LiveStateProps {
  state: "live" | "held" | "reconnecting";
  /** How often the list is refreshed. */
  everySeconds: number;
}

const DOTS = {
  live: "bg-ok",
  held: "bg-off",
  reconnecting: "bg-hold animate-[pulse-soft_1.2s_ease-in-out_infinite]",
};

export function LiveState({ state, everySeconds }: LiveStateProps) {
  const words = { live: `Live · ${everySeconds} s`, held: "Live · held", reconnecting: "Reconnecting…" };
  return (
    <span className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-ink-2">
      <span aria-hidden className={cx("size-1.5 rounded-full", DOTS[state])} />
      {words[state]}
    </span>
  );
}
