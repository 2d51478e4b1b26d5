/** A channel is told of everything, and never too often, whatever issues do. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { planMessages, type TellableRow } from "./quiet.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TURN_MS = 2_000;

interface World {
  rows: Map<number, TellableRow & { issue: number }>;
  messages: { atMs: number; kind: "opening" | "end" | "digest"; issues: number[] }[];
}

interface Happening {
  issue: number;
  what: "open" | "end";
  /** After the one before. */
  afterMs: number;
}

const happenings = fc.array(
  fc.record({
    issue: fc.integer({ min: 0, max: 24 }),
    what: fc.constantFrom("open" as const, "open" as const, "end" as const),
    afterMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: MINUTE_MS }),
      fc.integer({ min: 0, max: HOUR_MS }),
    ),
  }),
  { maxLength: 60 },
);

/** How long a claim lasts whose worker has died. */
const LEASE_MS = MINUTE_MS;

/**
 * Runs turns while things happen, and until nothing is due any more. `losses` says of each message in turn whether its
 * worker died before it wrote down that the channel has it; the others arrive and are recorded.
 */
function livedThrough(
  steps: readonly Happening[],
  hasAlerts: boolean,
  losses: readonly boolean[] = [],
): World {
  const world: World = { rows: new Map(), messages: [] };
  const dueAtMs = new Map<number, number>();
  let nowMs = 0;
  let sent = 0;
  const isLost = () => losses[sent++] ?? false;

  function turn(): void {
    const due = [...world.rows.values()].filter(({ issue }) => (dueAtMs.get(issue) ?? Infinity) <= nowMs);
    const toldLatelyMs = [...world.rows.values()]
      .map(({ told_at }) => (told_at === null ? -Infinity : Date.parse(told_at)))
      .filter((toldMs) => toldMs > nowMs - MINUTE_MS);
    const plan = planMessages({ rows: due, toldLatelyMs, hasAlerts, nowMs });
    const placed = [
      plan.openings,
      plan.ends,
      plan.digest,
      plan.later.map(({ row }) => row),
      plan.nothing,
    ].flat();
    expect(new Set(placed)).toEqual(new Set(due));
    for (const { issue } of due) dueAtMs.delete(issue);
    for (const { row, atMs } of plan.later) dueAtMs.set(row.issue, atMs);
    for (const row of [...plan.openings, ...plan.digest, ...plan.ends])
      if (isLost()) {
        row.was_tried = true;
        dueAtMs.set(row.issue, nowMs + LEASE_MS);
      } else if (plan.ends.includes(row)) {
        Object.assign(row, { told_openings: row.openings, told_over: true, was_tried: false });
      } else {
        const told_at = new Date(nowMs).toISOString();
        Object.assign(row, { told_openings: row.openings, told_over: false, told_at, was_tried: false });
        if (row.is_over) dueAtMs.set(row.issue, nowMs);
      }
    for (const { issue } of plan.openings)
      world.messages.push({ atMs: nowMs, kind: "opening", issues: [issue] });
    for (const { issue } of plan.ends) world.messages.push({ atMs: nowMs, kind: "end", issues: [issue] });
    if (plan.digest.length > 0)
      world.messages.push({ atMs: nowMs, kind: "digest", issues: plan.digest.map(({ issue }) => issue) });
  }

  function turnsUntil(untilMs: number): void {
    for (;;) {
      const nextMs = Math.max(nowMs, Math.min(...dueAtMs.values()));
      const turnMs = (Math.floor(nextMs / TURN_MS) + 1) * TURN_MS;
      if (nextMs === Infinity || turnMs > untilMs) break;
      nowMs = turnMs;
      turn();
    }
    if (Number.isFinite(untilMs)) nowMs = Math.max(nowMs, untilMs);
  }

  for (const { issue, what, afterMs } of steps) {
    turnsUntil(nowMs + afterMs);
    const row = world.rows.get(issue);
    if (what === "end") {
      if (!row || row.is_over) continue;
      row.is_over = true;
    } else if (!row) {
      world.rows.set(issue, {
        issue,
        openings: 1,
        told_openings: 0,
        is_over: false,
        told_over: false,
        told_at: null,
        was_tried: false,
      });
    } else {
      if (!row.is_over) continue;
      row.openings++;
      row.is_over = false;
    }
    dueAtMs.set(issue, Math.max(nowMs, row?.was_tried ? (dueAtMs.get(issue) ?? nowMs) : nowMs));
  }
  turnsUntil(Infinity);
  return world;
}

test.each([true, false])(
  "an issue is told at most once an hour, and in the end as it is; with alerts: %s",
  (hasAlerts) => {
    fc.assert(
      fc.property(happenings, (steps) => {
        const { rows, messages } = livedThrough(steps, hasAlerts);
        for (const row of rows.values()) {
          const ofIssue = messages.filter(({ issues }) => issues.includes(row.issue));
          const openings = ofIssue.filter(({ kind }) => kind !== "end").map(({ atMs }) => atMs);
          for (const [index, atMs] of openings.entries())
            if (index > 0) expect(atMs - (openings[index - 1] ?? 0)).toBeGreaterThanOrEqual(HOUR_MS);
          if (!hasAlerts || !row.is_over) expect(row.told_openings).toBe(row.openings);
          if (!hasAlerts) expect(ofIssue.some(({ kind }) => kind === "end")).toBe(false);
          // An alert that was raised has ended if and only if the issue has.
          if (hasAlerts && ofIssue.length > 0) expect(ofIssue.at(-1)?.kind === "end").toBe(row.is_over);
        }
      }),
    );
  },
);

test("an alert stays exactly as long as its issue, also if the process dies after any message", () => {
  fc.assert(
    fc.property(happenings, fc.array(fc.boolean(), { maxLength: 20 }), (steps, losses) => {
      const { rows, messages } = livedThrough(steps, true, losses);
      for (const { issue, is_over } of rows.values()) {
        const last = messages.findLast(({ issues }) => issues.includes(issue));
        if (last) expect(last.kind === "end").toBe(is_over);
        else expect(is_over).toBe(true); // it was over before its first message
      }
    }),
  );
});

test("a channel without alerts gets at most ten messages within any minute", () => {
  fc.assert(
    fc.property(happenings, (steps) => {
      const { messages } = livedThrough(steps, false);
      for (const { atMs } of messages) {
        const within = messages.filter((other) => other.atMs >= atMs && other.atMs < atMs + MINUTE_MS);
        expect(within.length).toBeLessThanOrEqual(10);
      }
    }),
  );
});

const opened = (count: number) =>
  Array.from({ length: count }, (_, issue): Happening => ({ issue, what: "open", afterMs: 0 }));

test("eleven that open at once become one digest, ten do not", () => {
  expect(livedThrough(opened(10), false).messages.map(({ kind }) => kind)).toEqual(Array(10).fill("opening"));
  expect(livedThrough(opened(11), false).messages).toMatchObject([
    { kind: "digest", issues: { length: 11 } },
  ]);
  expect(new Set(livedThrough(opened(11), true).messages.map(({ kind }) => kind))).toEqual(
    new Set(["opening"]),
  );
});

test("those that open shortly after ten messages wait for the end of the minute, and then become one digest", () => {
  const steps = Array.from({ length: 30 }, (_, issue): Happening => ({
    issue,
    what: "open",
    afterMs: issue === 10 ? 10_000 : 0,
  }));

  const { messages } = livedThrough(steps, false);

  expect(messages.map(({ kind }) => kind)).toEqual([...Array(10).fill("opening"), "digest"]);
  expect((messages.at(-1)?.atMs ?? 0) - (messages[0]?.atMs ?? 0)).toBe(MINUTE_MS + TURN_MS);
});
