/**
 * Does this request pass a connection's rules, and with which content?
 *
 * Filters alone are answered at once. A rule that asks the database or the sandbox makes the answer a
 * promise; it is kept through outages, because a request that was accepted must lead to something.
 */
import type { IgnoredCause } from "@posthorn/contract/causes";
import { FILTER_PARTS } from "@posthorn/contract/rules";
import type { CliSession } from "../../cli/session-table.ts";
import type { TransformationRun } from "../../sandbox/sandbox.ts";
import type { ConnectionRoute } from "../source-route.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { type RequestView, viewOf } from "./request-view.ts";
import { type Transformation, refusedParts } from "./rules.ts";
import { transformationInput, transformedPayload } from "./transformed-payload.ts";

/** One run of a transformation, as it is shown to people. */
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
        /** There where the destination has groups; empty: in none. */
        group?: string;
      }
    | { cause: IgnoredCause; meta: unknown }
  );

export interface EvaluateDeps {
  /** The sessions that cover a connection to a CLI. */
  sessionsOf: (connectionKey: string) => readonly CliSession[];
  /** True: no other request of this connection had the key within the window. */
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
    fairnessKey: string,
  ) => Promise<TransformationRun>;
}

export type Evaluate = (
  connection: ConnectionRoute,
  request: Uint8Array,
  view: RequestView,
) => Verdict | Promise<Verdict>;

export function createEvaluate({ sessionsOf, isFirst, transform }: EvaluateDeps): Evaluate {
  return (connection, request, view) => {
    if (connection.isDisabled) return { cause: "DISABLED", meta: null, execution: null };
    // Before the rules: nobody is there to see what they would make of it, and a retry finds them unused.
    if (isCli(connection) && sessionsOf(connection.key).length === 0) return DISCONNECTED;
    return connection.rules.isImmediate ? filtered(connection, view) : evaluated(connection, request, view);
  };

  function filtered(connection: ConnectionRoute, view: RequestView): Verdict {
    for (const step of connection.rules.steps) {
      const refused = step.type === "filter" && refusedParts(step.filter, view);
      if (refused) return { cause: "FILTERED", meta: refused, execution: null };
    }
    return passed(connection, view, { isTransformed: false, execution: null });
  }

  /** Each session of a CLI looks at what the rules made of the request with its own filter. */
  function passed(
    connection: ConnectionRoute,
    view: RequestView,
    { isTransformed, execution }: { isTransformed: boolean; execution: Execution | null },
  ): Verdict {
    const { payload } = view;
    if (!isCli(connection)) {
      const { groups } = connection.destination;
      const passing = { payload, isTransformed, execution, sessions: null };
      return groups ? { ...passing, group: groups.groupOf(view) } : passing;
    }
    const covering = sessionsOf(connection.key);
    if (covering.length === 0) return { ...DISCONNECTED, execution };
    const refusals = covering.map((session) => refusedParts(session.filter, view));
    const sessions = covering.filter((_session, at) => refusals[at] === null);
    if (sessions.length > 0) return { payload, isTransformed, execution, sessions };
    // Nothing may vanish: that every session declined is told like any other filter.
    const meta = FILTER_PARTS.filter((part) => refusals.some((refused) => refused?.includes(part)));
    return { cause: "FILTERED", meta, execution };
  }

  async function evaluated(
    connection: ConnectionRoute,
    request: Uint8Array,
    original: RequestView,
  ): Promise<Verdict> {
    let view = original;
    let execution: Execution | null = null;
    for (const step of connection.rules.steps) {
      if (step.type === "filter") {
        const refused = refusedParts(step.filter, view);
        if (refused) return { cause: "FILTERED", meta: refused, execution };
      } else if (step.type === "deduplicate") {
        const { windowMs, keyOf } = step;
        const question = { connection: connection.id, key: keyOf(view), request, windowMs };
        if (!(await isFirst(question))) return { cause: "DUPLICATE", meta: null, execution };
      } else {
        const { transformation_id, transformation } = step;
        const run = transformation
          ? await transform(transformation, transformationInput(view), connection.key)
          : MISSING;
        execution = { transformation_id, run };
        if ("failure" in run)
          return { cause: "TRANSFORMATION_FAILED", meta: { transformation_id }, execution };
        view = viewOf(transformedPayload(view.payload, run.request));
      }
    }
    return passed(connection, view, { isTransformed: view !== original, execution });
  }
}

const DISCONNECTED: Verdict & { cause: IgnoredCause } = {
  cause: "CLI_DISCONNECTED",
  meta: null,
  execution: null,
};

function isCli({ destination }: ConnectionRoute): boolean {
  return destination.type === "CLI";
}

/** Saving a connection refuses this, and deleting one in use too: only a race between the two leads here. */
const MISSING: TransformationRun = {
  failure:
    "The transformation was deleted, or its variables cannot be opened. Save the rule or the variables again.",
  console: [],
  log_level: "fatal",
};
