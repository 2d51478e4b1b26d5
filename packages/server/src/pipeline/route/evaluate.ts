/**
 * Does this request pass a connection's rules, and with which content?
 *
 * Filters alone are answered at once. A rule that asks the database or the sandbox makes the answer a promise, and so
 * does a costly filter, which the filter thread decides. The promise waits through outages, because an accepted request
 * must become an event or an ignored event.
 */
import type { IgnoredCause } from "@posthorn/contract/causes";
import type { RequestFilter } from "@posthorn/contract/filter/request-filter";
import { FILTER_PARTS, type FilterPart } from "@posthorn/contract/rules";
import type { CliSession } from "../../cli/session-table.ts";
import type { TransformationRun } from "../../sandbox/transformation-run.ts";
import type { ConnectionRoute, DestinationRoute } from "../source-route.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import type { FilterThread } from "./filter-thread.ts";
import { type RequestView, viewOf } from "./request-view.ts";
import { type RuleRuns, ruleBegins, ruleEnded } from "./rule-runs.ts";
import { COSTLY, type Transformation, refusedParts } from "./rules.ts";
import { transformationInput, transformedPayload } from "./transformed-payload.ts";

/** One run of a transformation, as people see it. */
export interface Execution {
  transformation_id: string;
  run: TransformationRun;
}

export type Verdict = { execution: Execution | null } &
  /** One event for each session; null where the destination is not a CLI. */
  (
    | {
        payload: ReceivedPayload;
        isTransformed: boolean;
        sessions: readonly CliSession[] | null;
        /** Set where the destination has groups; empty means no group. */
        group?: string;
      }
    | { cause: IgnoredCause; meta: unknown }
  );

/** What the rules need to know about a connection. */
export type RuledConnection = Pick<ConnectionRoute, "key" | "id" | "teamKey" | "isDisabled" | "rules"> & {
  destination: Pick<DestinationRoute, "type" | "groups">;
};

export interface EvaluateDeps {
  /** The sessions that cover a connection to a CLI. */
  sessionsOf: (connectionKey: string) => readonly CliSession[];
  /** Returns true when no other request of this connection had the key within the window. */
  isFirst: (question: {
    connection: Uint8Array;
    key: Buffer;
    request: Uint8Array;
    windowMs: number;
  }) => Promise<boolean>;
  /** Waits until the sandbox takes the job; rejects only when this process stops. */
  transform: (
    transformation: Transformation,
    requestJson: string,
    connection: Pick<RuledConnection, "teamKey" | "key">,
  ) => Promise<TransformationRun>;
  /** Decides what is costly; rejects only when this process stops. */
  filterThread: Pick<FilterThread, "matches">;
}

export interface Evaluate {
  /** Null when the answer takes longer. Adds the rules that it asks to `runs`, if there is such a list. */
  atOnce: (connection: RuledConnection, view: RequestView, runs?: RuleRuns) => Verdict | null;
  evaluate: (
    connection: RuledConnection,
    request: Uint8Array,
    view: RequestView,
    runs?: RuleRuns,
  ) => Verdict | Promise<Verdict>;
}

/** What the rules have made of a request so far. */
interface Made {
  isTransformed: boolean;
  execution: Execution | null;
}

const AS_IT_CAME: Made = { isTransformed: false, execution: null };

export function createEvaluate(deps: EvaluateDeps): Evaluate {
  const { sessionsOf, isFirst, transform, filterThread } = deps;
  return {
    atOnce,
    evaluate(connection, request, view, runs = null) {
      const runsBefore = runs?.length ?? 0;
      const verdict = atOnce(connection, view, runs);
      if (verdict) return verdict;
      if (runs) runs.length = runsBefore; // every rule is asked once more
      return evaluated(connection, request, view, runs);
    },
  };

  function atOnce(connection: RuledConnection, view: RequestView, runs: RuleRuns = null): Verdict | null {
    if (connection.isDisabled) return { cause: "DISABLED", meta: null, execution: null };
    // Checked before the rules: no CLI would get the result, and a retry must find the rules unused.
    if (isCli(connection) && sessionsOf(connection.key).length === 0) return DISCONNECTED;
    if (!connection.rules.isImmediate) return null;
    for (const step of connection.rules.steps) {
      const startedAtMs = ruleBegins(runs);
      const refused = step.type === "filter" && refusedParts(step.filter, view);
      if (refused === COSTLY) return null;
      if (runs) ruleEnded(runs, connection, step, startedAtMs, refused ? "refused" : "passed");
      if (refused) return { cause: "FILTERED", meta: refused, execution: null };
    }
    if (!isCli(connection)) return passed(connection, view, AS_IT_CAME);
    const covering = sessionsOf(connection.key);
    const refusals = covering.map((session) => refusedParts(session.filter, view));
    return refusals.every((refused) => refused !== COSTLY)
      ? passedTo(covering, refusals, view, AS_IT_CAME)
      : null;
  }

  /** Asks the thread about all parts together, so that it reads the request once. */
  async function refusedInTime(
    filter: RequestFilter,
    view: RequestView,
    { teamKey }: RuledConnection,
  ): Promise<FilterPart[] | null> {
    const quickly = refusedParts(filter, view);
    if (quickly !== COSTLY) return quickly;
    const passes = await Promise.all(
      FILTER_PARTS.map(async (part) => {
        const asked = filter[part];
        return asked ? filterThread.matches({ teamKey, view, part, filter: asked }) : true;
      }),
    );
    const refused = FILTER_PARTS.filter((_part, at) => !passes[at]);
    return refused.length > 0 ? refused : null;
  }

  async function evaluated(
    connection: RuledConnection,
    request: Uint8Array,
    original: RequestView,
    runs: RuleRuns,
  ): Promise<Verdict> {
    let view = original;
    let execution: Execution | null = null;
    for (const step of connection.rules.steps) {
      const startedAtMs = ruleBegins(runs);
      if (step.type === "filter") {
        const refused = await refusedInTime(step.filter, view, connection);
        ruleEnded(runs, connection, step, startedAtMs, refused ? "refused" : "passed");
        if (refused) return { cause: "FILTERED", meta: refused, execution };
      } else if (step.type === "deduplicate") {
        const { windowMs, keyOf } = step;
        const question = { connection: connection.id, key: keyOf(view), request, windowMs };
        const isNew = await isFirst(question);
        ruleEnded(runs, connection, step, startedAtMs, isNew ? "passed" : "refused");
        if (!isNew) return { cause: "DUPLICATE", meta: null, execution };
      } else {
        const { transformation_id, transformation } = step;
        const run = transformation
          ? await transform(transformation, transformationInput(view), connection)
          : MISSING;
        execution = { transformation_id, run };
        ruleEnded(runs, connection, step, startedAtMs, "failure" in run ? "failed" : "passed");
        if ("failure" in run)
          return { cause: "TRANSFORMATION_FAILED", meta: { transformation_id }, execution };
        view = viewOf(transformedPayload(view.payload, run.request), null, view.costs);
      }
    }
    const made = { isTransformed: view !== original, execution };
    if (!isCli(connection)) return passed(connection, view, made);
    const covering = sessionsOf(connection.key);
    const refusals = await Promise.all(
      covering.map((session) => refusedInTime(session.filter, view, connection)),
    );
    return passedTo(covering, refusals, view, made);
  }
}

const DISCONNECTED: Verdict & { cause: IgnoredCause } = {
  cause: "CLI_DISCONNECTED",
  meta: null,
  execution: null,
};

function isCli({ destination }: RuledConnection): boolean {
  return destination.type === "CLI";
}

function passed({ destination }: RuledConnection, view: RequestView, made: Made): Verdict {
  const { groups } = destination;
  const { isTransformed, execution } = made;
  const passing = { payload: view.payload, isTransformed, execution, sessions: null };
  return groups ? { ...passing, group: groups.groupOf(view) } : passing;
}

/** Each session of a CLI applies its own filter to the result of the rules. */
function passedTo(
  covering: readonly CliSession[],
  refusals: readonly (readonly FilterPart[] | null)[],
  { payload }: RequestView,
  { isTransformed, execution }: Made,
): Verdict {
  if (covering.length === 0) return { ...DISCONNECTED, execution };
  const sessions = covering.filter((_session, at) => refusals[at] === null);
  if (sessions.length > 0) return { payload, isTransformed, execution, sessions };
  // No request may vanish: if every session refuses it, that is reported like any other filter.
  const meta = FILTER_PARTS.filter((part) => refusals.some((refused) => refused?.includes(part)));
  return { cause: "FILTERED", meta, execution };
}

/**
 * The API refuses to save such a connection and to delete a transformation in use; only a race
 * of the two leads here.
 */
const MISSING: TransformationRun = {
  failure:
    "The transformation was deleted, or its variables cannot be opened. Save the rule or the variables again.",
  position: null,
  console: [],
  log_level: "fatal",
};
