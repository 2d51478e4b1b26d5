/**
 * Draws source and destination with a wire between them: dashed while nothing has arrived, solid afterwards.
 *
 * The circle in the middle is Posthorn. The text below says the same, so assistive technology skips the drawing.
 */
import { cx } from "class-variance-authority";
import { Ban, Check, CircleDashed, X } from "lucide-react";
import type { WireState } from "./wire-state.ts";

interface Look {
  /** From the source to us. */
  first: string;
  /** From us to the destination. */
  second: string;
  icon: typeof Check;
  seal: string;
}

const DASHED = "border-dashed border-line-strong";

const LOOKS: Record<WireState, Look> = {
  waiting: {
    first: DASHED,
    second: DASHED,
    icon: CircleDashed,
    seal: "border-line-strong bg-surface text-ink-3",
  },
  rejected: { first: "border-bad", second: DASHED, icon: X, seal: "border-bad bg-bad-bg text-bad" },
  ignored: { first: "border-ok", second: DASHED, icon: Ban, seal: "border-off bg-off-bg text-off" },
  arrived: {
    first: "border-ok",
    second: DASHED,
    icon: CircleDashed,
    seal: "border-wait bg-wait-bg text-wait",
  },
  delivered: { first: "border-ok", second: "border-ok", icon: Check, seal: "border-ok bg-ok-bg text-ok" },
  failed: { first: "border-ok", second: "border-bad", icon: X, seal: "border-bad bg-bad-bg text-bad" },
};

const NODE = "max-w-2/5 truncate rounded-md border border-line bg-surface px-3 py-2 text-sm font-medium";
const WIRE = "min-w-4 flex-1 border-t-2 transition-colors duration-150";

export function ArrivalWire({ from, to, state }: { from: string; to: string; state: WireState }) {
  const { first, second, icon: Icon, seal } = LOOKS[state];
  return (
    <div aria-hidden className="flex items-center" data-state={state}>
      <span className={NODE}>{from}</span>
      <span className={cx(WIRE, first)} />
      <span
        key={state}
        className={cx(
          "flex size-8 shrink-0 items-center justify-center rounded-full border-2 [&_svg]:size-4",
          seal,
          state === "waiting"
            ? "animate-[pulse-soft_1.6s_ease-in-out_infinite]"
            : "animate-[rise_150ms_ease-out]",
        )}
      >
        <Icon strokeWidth={2.5} />
      </span>
      <span className={cx(WIRE, second)} />
      <span className={NODE}>{to}</span>
    </div>
  );
}
