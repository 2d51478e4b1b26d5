/**
 * Is the list on screen up to date? Live with its interval, held while a person reads it, or cut off from the server.
 *
 * A list that is cut off keeps its rows. The state says since when they are old, and the person need not wait for the next
 * poll.
 */
import { cx } from "class-variance-authority";
import { Button } from "./button.tsx";
import { clockTime } from "./time.ts";

export interface LiveStateProps {
  state: "live" | "held" | "reconnecting" | "offline";
  /** How often the list is refreshed. */
  everySeconds: number;
  /** When the last answer came. Undefined: none yet. */
  answeredAt?: Date | undefined;
  /** Asks the server now. Offered while it does not answer. */
  onRetry?: (() => void) | undefined;
}

const DOTS = {
  live: "bg-ok",
  held: "bg-off",
  reconnecting: "bg-hold animate-[pulse-soft_1.2s_ease-in-out_infinite]",
  offline: "bg-hold",
};

export function LiveState({ state, everySeconds, answeredAt, onRetry }: LiveStateProps) {
  const words = {
    live: `Live · ${everySeconds} s`,
    held: "Live · held",
    reconnecting: "Reconnecting…",
    offline: "Offline",
  };
  const isCutOff = state === "reconnecting" || state === "offline";
  const since = isCutOff && answeredAt ? `Shows ${clockTime(answeredAt)}` : null;
  return (
    <span className="inline-flex items-center gap-2 text-xs whitespace-nowrap text-ink-2">
      {/* Wide enough for both words of a live list, so that nothing moves when it is held. */}
      <span aria-live="polite" className="inline-flex min-w-19 items-center gap-1.5">
        <span aria-hidden className={cx("size-1.5 rounded-full", DOTS[state])} />
        {words[state]}
      </span>
      {since === null ? null : <span className="text-ink-3 tabular-nums max-lg:hidden">{since}</span>}
      {isCutOff && onRetry ? (
        <Button size="sm" onClick={onRetry} className="max-sm:hidden">
          Try now
        </Button>
      ) : null}
    </span>
  );
}
