/**
 * From which counters is a time range read?
 *
 * Everything is counted by the minute, by the hour and by the day. Days are few rows, so the inside of a range is read
 * by the day or hour, as far as the time buckets allow, and only its ends by finer spans. Finer spans are kept for a
 * shorter time. Where the exact minute is no longer known, the range is widened to the hour or day around it.
 */
import { COUNTERS_KEPT_DAYS } from "@posthorn/contract/limits";
import { SPANS, type Span } from "../store/counters.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeBuckets } from "./time-buckets.ts";

const WIDTH_MS: Readonly<Record<Span, number>> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

export interface Range {
  fromMs: number;
  /** Not included. */
  toMs: number;
}

export interface Piece extends Range {
  span: Span;
}

export interface SpanPlan {
  /** In the order of time, without gaps. */
  pieces: readonly Piece[];
  /** The range that the pieces cover: at least the one that was asked for. */
  range: Range;
  /** Before this moment, buckets are wider than asked for: only hours or days are known. Null: all are as asked for. */
  coarseUntilMs: number | null;
  /** No hour from here on is packed. */
  packedBeforeMs: number;
}

/** The coarsest span of which every bucket has whole ones. */
function spanOf(buckets: TimeBuckets | null): Span {
  if (buckets === null || buckets.kind === "months") return "day";
  const { widthMs, originMs } = buckets;
  return (
    SPANS.findLast((span) => widthMs % WIDTH_MS[span] === 0 && originMs % WIDTH_MS[span] === 0) ?? "minute"
  );
}

const floorTo = (span: Span, ms: number) => Math.floor(ms / WIDTH_MS[span]) * WIDTH_MS[span];
const ceilTo = (span: Span, ms: number) => Math.ceil(ms / WIDTH_MS[span]) * WIDTH_MS[span];

/** Deleting is not exact, so a whole day counts as gone as soon as its first minute may be. */
function keptFromMs(span: Span, nowMs: number): number {
  return ceilTo("day", nowMs - COUNTERS_KEPT_DAYS[span] * DAY_MS);
}

function finer(span: Span): Span {
  return SPANS[SPANS.indexOf(span) - 1] ?? "minute";
}

/** `finest` divides both ends of the range. */
function piecesOf({ fromMs, toMs }: Range, span: Span, finest: Span): Piece[] {
  if (fromMs >= toMs) return [];
  if (span === finest) return [{ span, fromMs, toMs }];
  const inner = { fromMs: ceilTo(span, fromMs), toMs: floorTo(span, toMs) };
  if (inner.fromMs >= inner.toMs) return piecesOf({ fromMs, toMs }, finer(span), finest);
  return [
    ...piecesOf({ fromMs, toMs: inner.fromMs }, finer(span), finest),
    { span, ...inner },
    ...piecesOf({ fromMs: inner.toMs, toMs }, finer(span), finest),
  ];
}

/** The finest span of which the counters around a moment are still there. */
export function finestKeptAt(ms: number, nowMs: number): Span {
  return SPANS.find((span) => ms >= keptFromMs(span, nowMs)) ?? "day";
}

const coarser = (a: Span, b: Span) => (SPANS.indexOf(a) > SPANS.indexOf(b) ? a : b);

/** The parts of a range by the finest span that is kept there. `finest` divides both ends of each part. */
function partsOf({ fromMs, toMs }: Range, nowMs: number): (Range & { finest: Span })[] {
  const ends = [keptFromMs("hour", nowMs), keptFromMs("minute", nowMs), Number.POSITIVE_INFINITY];
  const kept: Span[] = ["day", "hour", "minute"];
  return kept
    .map((finest, at) => ({
      finest,
      fromMs: floorTo(finest, Math.max(fromMs, ends[at - 1] ?? Number.NEGATIVE_INFINITY)),
      toMs: ceilTo(finest, Math.min(toMs, ends[at] ?? toMs)),
    }))
    .filter((part) => part.fromMs < part.toMs);
}

/** Pieces of one span that follow each other become one: each is a statement's part, and those are planned one by one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.span === piece.span) all[all.length - 1] = { ...last, toMs: piece.toMs };
    else all.push(piece);
  }
  return all;
}

export function planSpans(asked: Range, buckets: TimeBuckets | null, nowMs: number): SpanPlan {
  const widest = spanOf(buckets);
  // Nothing is counted in the future, so a range up to now may as well end with its hour or day.
  const isOpen = ceilTo("minute", asked.toMs) >= nowMs;
  const range = { fromMs: asked.fromMs, toMs: isOpen ? ceilTo(widest, asked.toMs) : asked.toMs };
  const packed = { packedBeforeMs: packedBeforeMs(nowMs) };
  if (range.fromMs >= range.toMs) return { pieces: [], range, coarseUntilMs: null, ...packed };
  const parts = partsOf(range, nowMs);
  const pieces = joined(parts.flatMap((part) => piecesOf(part, coarser(widest, part.finest), part.finest)));
  const coarse = parts.findLast(({ finest }) => coarser(finest, widest) !== widest);
  return {
    pieces,
    range: { fromMs: pieces[0]?.fromMs ?? range.fromMs, toMs: pieces.at(-1)?.toMs ?? range.toMs },
    coarseUntilMs: coarse?.toMs ?? null,
    ...packed,
  };
}

/** A range, and its parts in the order of time: each has one or none. */
export interface WholeDays {
  /** Before the first whole day, or everything if there is none. */
  before: readonly Range[];
  inside: readonly Range[];
  after: readonly Range[];
  /** All days that the range touches. */
  around: Range;
}

export function wholeDaysOf({ fromMs, toMs }: Range): WholeDays {
  const around = { fromMs: floorTo("day", fromMs), toMs: ceilTo("day", toMs) };
  const [firstMs, endMs] = [ceilTo("day", fromMs), floorTo("day", toMs)];
  if (firstMs >= endMs) return { before: [{ fromMs, toMs }], inside: [], after: [], around };
  return {
    before: fromMs < firstMs ? [{ fromMs, toMs: firstMs }] : [],
    inside: [{ fromMs: firstMs, toMs: endMs }],
    after: endMs < toMs ? [{ fromMs: endMs, toMs }] : [],
    around,
  };
}

/** A day is packed half a day later (store/packed-hours.ts). */
function packedBeforeMs(nowMs: number): number {
  return floorTo("day", nowMs) - DAY_MS;
}

/**
 * The last hours, to the minute, from as few counters as that allows: minutes up to the first whole hour, and then hours.
 * Nothing is counted in the future, so the present hour may be read as a whole.
 */
export function lastHours(hours: number, nowMs: number): Omit<SpanPlan, "coarseUntilMs"> {
  const fromMs = floorTo("minute", nowMs) - hours * HOUR_MS;
  const wholeMs = ceilTo("hour", fromMs);
  const toMs = floorTo("hour", nowMs) + HOUR_MS;
  const minutes: Piece[] = fromMs < wholeMs ? [{ span: "minute", fromMs, toMs: wholeMs }] : [];
  return {
    pieces: [...minutes, { span: "hour", fromMs: wholeMs, toMs }],
    range: { fromMs, toMs },
    packedBeforeMs: packedBeforeMs(nowMs),
  };
}
