/**
 * The way of an event on one line: received, each rule, queued, each attempt, and what comes next.
 *
 * It lies flat where there is room, and stands upright in a narrow box. `isCompact` is for the panel: flat, it has one
 * word per point, and the rest is in tooltips. Its height is the same while it loads, and points do not stretch: a new
 * attempt moves nothing.
 */
import type { Event } from "@posthorn/contract/events";
import type { EventTrace as Trace } from "@posthorn/contract/event-trace";
import type { Rule } from "@posthorn/contract/rules";
import { useQuery } from "@tanstack/react-query";
import { cva, cx } from "class-variance-authority";
import {
  ArrowDownToLine,
  Check,
  CircleDashed,
  Clock,
  Ellipsis,
  ListEnd,
  Minus,
  Pause,
  X,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { LoadFailedLine } from "../../../ui/load-failed-line.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { fullTime } from "../../../ui/time.ts";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { useDelayed } from "../../../ui/use-delayed.ts";
import { useNow } from "../../../ui/use-now.ts";
import { RuleIcon } from "../../rules/rule-icon.tsx";
import { TraceLink } from "./trace-link.tsx";
import { traceNote, tracePoints, type TraceIcon, type TracePoint } from "./trace-points.ts";
import { eventTraceQuery } from "./trace-queries.ts";

export interface EventTraceProps {
  event: Event;
  isCompact?: boolean;
  /** Opens an attempt beside the page. Without it, an attempt is a link to the event's page. */
  onAttempt?: (attemptId: string) => void;
}

/** In the panel and beside the properties of the page. */
const POINTS_THAT_FIT = 9;
const SHOWN_AFTER_MS = 150;

export function EventTrace({ event, isCompact = false, onAttempt }: EventTraceProps) {
  const trace = useQuery(eventTraceQuery(event));
  return (
    <div className={cx("@container", isCompact ? "min-h-13" : "min-h-22")}>
      {trace.data ? (
        <>
          <Line trace={trace.data} isCompact={isCompact} onAttempt={onAttempt} />
          {isCompact ? null : <Note text={traceNote(trace.data)} />}
        </>
      ) : trace.isError ? (
        <LoadFailedLine what="The trace" error={trace.error} onRetry={trace.refetch} />
      ) : (
        <LineLoading />
      )}
    </div>
  );
}

function Note({ text }: { text: string | null }) {
  return text === null ? null : <p className="mt-2 text-xs text-ink-2">{text}</p>;
}

function LineLoading() {
  const isShown = useDelayed(true, SHOWN_AFTER_MS);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form
    <div role="status" aria-label="Loading trace" className="pt-1">
      {isShown ? <Skeleton className="h-4 w-full" /> : null}
    </div>
  );
}

interface LineProps {
  trace: Trace;
  isCompact: boolean;
  onAttempt: EventTraceProps["onAttempt"];
}

function Line({ trace, isCompact, onAttempt }: LineProps) {
  const points = tracePoints(trace, useNow(), POINTS_THAT_FIT);
  const list = useRef<HTMLOListElement>(null);
  // If the line is longer than its box, its end is what matters.
  const count = points.length;
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [count]);
  return (
    <ol
      ref={list}
      aria-label="Trace"
      // The padding is room for the focus rings, which the scroll box would cut.
      className="-mx-1 flex flex-col px-1 @min-[400px]:flex-row @min-[400px]:overflow-x-auto @min-[400px]:py-1"
    >
      {points.map((point, at) => (
        <li
          key={point.key}
          aria-current={point.key === "end" ? "step" : undefined}
          className={cx(
            "relative flex min-h-8 pb-1 text-sm @min-[400px]:min-h-0 @min-[400px]:shrink-0 @min-[400px]:pb-0",
            widthOf(point, isCompact),
          )}
        >
          {at === count - 1 ? null : <Rail />}
          <TraceLink
            target={point.target}
            eventId={trace.event_id}
            onAttempt={onAttempt}
            tooltip={isCompact ? sentence(point) : undefined}
            className="relative flex min-w-0 items-start gap-2.5 rounded-sm @min-[400px]:flex-col @min-[400px]:gap-1"
          >
            <Dot point={point} />
            <Words point={point} isCompact={isCompact} />
          </TraceLink>
        </li>
      ))}
    </ol>
  );
}

/**
 * Rules have no word in the compact line, and no time in the other one, so they need less room. The other one takes more
 * room than it needs if there is some: its times would touch.
 */
function widthOf({ key, icon, at }: TracePoint, isCompact: boolean): string {
  if (isCompact) {
    if (icon === "received") return "@min-[400px]:basis-14"; // its word is the longest
    return isRule(icon) ? "@min-[400px]:basis-8.5" : "@min-[400px]:basis-12";
  }
  if (key === "edited") return "@min-[400px]:basis-36 @min-[400px]:pr-1.5";
  if (at !== null || key === "end")
    return "@min-[400px]:max-w-38 @min-[400px]:basis-28 @min-[400px]:grow @min-[400px]:pr-1.5";
  return isRule(icon)
    ? "@min-[400px]:basis-21 @min-[400px]:pr-1.5"
    : "@min-[400px]:basis-19 @min-[400px]:pr-1.5";
}

/** The line from this point to the next one. */
function Rail() {
  return (
    <span
      aria-hidden
      className="absolute top-6 bottom-0 left-[11px] w-px bg-line-strong @min-[400px]:top-[11px] @min-[400px]:right-0 @min-[400px]:bottom-auto @min-[400px]:left-6 @min-[400px]:h-px @min-[400px]:w-auto"
    />
  );
}

const dotClass = cva(
  "inline-flex size-6 shrink-0 items-center justify-center rounded-full border [&_svg]:size-3",
  {
    variants: {
      tone: {
        ok: "border-ok bg-ok-bg text-ok",
        bad: "border-bad bg-bad-bg text-bad",
        wait: "border-wait bg-wait-bg text-wait",
        hold: "border-hold bg-hold-bg text-hold",
        late: "border-late bg-late-bg text-late",
        off: "border-off bg-off-bg text-off",
        none: "border-line-strong bg-surface text-ink-2",
      },
    },
  },
);

const ICONS: Record<Exclude<TraceIcon, Rule["type"]>, LucideIcon> = {
  received: ArrowDownToLine,
  queued: ListEnd,
  more: Ellipsis,
  ok: Check,
  bad: X,
  wait: CircleDashed,
  hold: Pause,
  late: Clock,
  off: Minus,
};

function isRule(icon: TraceIcon): icon is Rule["type"] {
  return !Object.hasOwn(ICONS, icon);
}

function Dot({ point: { icon, tone } }: { point: TracePoint }) {
  return (
    <span className={dotClass({ tone: tone ?? "none" })}>
      <PointIcon icon={icon} />
    </span>
  );
}

function PointIcon({ icon }: { icon: TraceIcon }) {
  if (isRule(icon)) return <RuleIcon type={icon} />;
  const Icon = ICONS[icon];
  return <Icon aria-hidden strokeWidth={2.5} />;
}

function Words({ point, isCompact }: { point: TracePoint; isCompact: boolean }) {
  return (
    <>
      {isCompact && !isRule(point.icon) ? (
        <span
          aria-hidden
          className="hidden text-[11px] whitespace-nowrap text-ink-2 tabular-nums @min-[400px]:block"
        >
          {point.short}
        </span>
      ) : null}
      <span
        className={cx(
          "flex min-w-0 flex-wrap items-baseline gap-x-2 pt-0.5 text-left @min-[400px]:flex-col @min-[400px]:pt-0",
          isCompact && "@min-[400px]:sr-only",
        )}
      >
        <span className="font-medium group-hover/link:underline">{point.title}</span>
        {point.detail === null ? null : (
          <span className="max-w-full text-xs text-ink-2 @min-[400px]:line-clamp-2">{point.detail}</span>
        )}
        {point.at === null ? null : <Timestamp value={point.at} className="text-xs text-ink-3" />}
      </span>
    </>
  );
}

function sentence({ title, detail, at }: TracePoint): string {
  const words = detail === null ? title : `${title}: ${detail}`;
  return at === null ? words : `${words} · ${fullTime(new Date(at))}`;
}
