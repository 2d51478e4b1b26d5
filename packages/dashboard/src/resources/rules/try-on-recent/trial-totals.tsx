/** How much do the edited rules change altogether? Each outcome with its count before and after, then a bar per request. */
import type { RulesTrial, TrialStatus, TriedRequest } from "@posthorn/contract/rules-trial";
import { shortTime } from "../../../ui/time.ts";
import { isChanged, OUTCOME_LABELS } from "./trial-rows.ts";

export function TrialTotals({ trial }: { trial: RulesTrial }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
      <BeforeAndAfter trial={trial} status="delivered" />
      <Total status="changed" label="Changed">
        <span className="font-semibold">{trial.changed}</span>
      </Total>
      <BeforeAndAfter trial={trial} status="filtered" />
      <BeforeAndAfter trial={trial} status="deduplicated" />
      <BeforeAndAfter trial={trial} status="failed" />
    </dl>
  );
}

function BeforeAndAfter({ trial, status }: { trial: RulesTrial; status: TrialStatus }) {
  return (
    <Total status={status} label={OUTCOME_LABELS[status]}>
      <span className="text-ink-3">{trial.before[status]}</span>
      <span className="sr-only"> becomes </span>
      <span aria-hidden className="px-1.5 text-sm text-ink-3">
        →
      </span>
      <span className="font-semibold">{trial.after[status]}</span>
    </Total>
  );
}

interface TotalProps {
  status: TrialStatus | "changed";
  label: string;
  children: React.ReactNode;
}

function Total({ status, label, children }: TotalProps) {
  return (
    <div className="border-line sm:border-l sm:pl-3 sm:first:border-l-0 sm:first:pl-0">
      <dt className="flex items-center gap-1.5 text-xs text-ink-2">
        <svg aria-hidden viewBox="0 0 4 12" className="h-3 w-1">
          <Bar
            status={status === "changed" ? "delivered" : status}
            hasFoot={status === "changed"}
            x={0}
            width={4}
          />
        </svg>
        {label}
      </dt>
      <dd className="text-xl tabular-nums">{children}</dd>
    </div>
  );
}

const FILLS: Record<TrialStatus, string> = {
  delivered: "var(--ok)",
  filtered: "var(--line-strong)",
  deduplicated: "var(--line-strong)",
  failed: "var(--bad)",
  skipped: "var(--line)",
};
const HEIGHT = 12;

interface BarProps {
  status: TrialStatus;
  /** Delivered with another content. */
  hasFoot: boolean;
  x: number;
  width: number;
}

/** Form beside colour: a duplicate has a gap, what is not tried is low, a changed content has a dark foot. */
function Bar({ status, hasFoot, x, width }: BarProps) {
  const fill = FILLS[status];
  if (status === "skipped") return <rect x={x} y={HEIGHT - 3} width={width} height={3} fill={fill} />;
  return (
    <>
      <rect
        x={x}
        y={0}
        width={width}
        height={HEIGHT}
        fill={fill}
        fillOpacity={status === "delivered" ? 0.6 : 1}
      />
      {status === "deduplicated" ? <rect x={x} y={5} width={width} height={2} fill="var(--surface)" /> : null}
      {hasFoot ? <rect x={x} y={HEIGHT - 3} width={width} height={3} fill="var(--ink)" /> : null}
    </>
  );
}

const STEP = 6;
const BAR_WIDTH = 5;
/** A few requests make a short strip, not wide blocks. */
const WIDEST_STEP_PX = 14;

/** One bar per request, the newest first, for the saved and for the edited rules. The list below has the same in words. */
export function TrialStrip({ requests }: { requests: readonly TriedRequest[] }) {
  const [newest, oldest] = [requests[0], requests.at(-1)];
  if (!newest || !oldest) return null;
  const widthPx = requests.length * WIDEST_STEP_PX;
  const row = (which: "before" | "after") => (
    <svg
      aria-hidden
      viewBox={`0 0 ${requests.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ maxWidth: widthPx }}
      className="block h-4 w-full"
    >
      {requests.map((request, at) => (
        <Bar
          key={request.id}
          status={request[which].status}
          hasFoot={which === "after" && isChanged(request)}
          x={at * STEP}
          width={BAR_WIDTH}
        />
      ))}
    </svg>
  );
  return (
    <div aria-hidden className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 text-xs">
      <span className="text-ink-3">Saved</span>
      {row("before")}
      <span className="font-medium">Edited</span>
      {row("after")}
      <span />
      <span
        style={{ minWidth: `min(100%, ${widthPx}px)` }}
        className="flex w-fit flex-wrap justify-between gap-x-4 text-ink-3"
      >
        <span>newest, {shortTime(new Date(newest.created_at))}</span>
        <span>oldest, {shortTime(new Date(oldest.created_at))}</span>
      </span>
    </div>
  );
}
