/**
 * What would these rules make of those requests?
 *
 * The saved and the edited rules of a connection decide about a sample of stored requests with the very code that decides
 * about arriving ones (`evaluate.ts`); only the answers from outside differ. Duplicates are looked for within the sample,
 * transformations run as trials of the project, costly filters wait in the line of trials. Nothing is written. A trial
 * ends in time: what is not decided then is skipped. Between requests the event loop is free for others.
 */
import { setImmediate as breathe } from "node:timers/promises";
import type { IgnoredCause } from "@posthorn/contract/causes";
import type { FilterPart } from "@posthorn/contract/rules";
import type { TrialChange, TrialOutcome } from "@posthorn/contract/rules-trial";
import { createdAt, uuidBytes, uuidText } from "../../ids.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { decodedBody } from "../content-coding.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { type Verdict, createEvaluate } from "./evaluate.ts";
import type { FilterThread } from "./filter-thread.ts";
import { viewOf } from "./request-view.ts";
import type { CompiledRules } from "./rules.ts";
import { type SampleDuplicates, createSampleDuplicates } from "./sample-duplicates.ts";
import { type Delivered, changeBetween, charactersOf } from "./trial-change.ts";

/** Requests that are evaluated at a time: enough to fill the sandbox's batches, few enough to end soon after the time. */
const AT_ONCE = 8;
const WITHIN_MS = 5_000;
/** The characters of all contents that one answer shows. */
const CONTENTS_MAX_CHARACTERS = 2 * 1024 * 1024;

export interface TrialRequest {
  id: string;
  /** Null: it is too large to be tried. */
  payload: ReceivedPayload | null;
}

export interface RulesTrial {
  team_id: string;
  /** In the order of their arrival. */
  requests: readonly TrialRequest[];
  before: CompiledRules;
  after: CompiledRules;
}

/** Ids are internal ones. */
export interface Tried {
  id: string;
  before: TrialOutcome;
  after: TrialOutcome;
  change: TrialChange | null;
}

/** Rejects when the sandbox takes no code. */
export type TryRules = (trial: RulesTrial) => Promise<Tried[]>;

export interface RulesTrialDeps {
  filterThread: Pick<FilterThread, "matches">;
  sandbox: Pick<Sandbox, "run">;
  /** Calls `end` when the time of a trial is over, unless the function that it returns is called before. */
  startTimer?: (end: () => void) => () => void;
}

function startRealTimer(end: () => void): () => void {
  const timer = setTimeout(end, WITHIN_MS);
  return () => clearTimeout(timer);
}

export function createTryRules(deps: RulesTrialDeps): TryRules {
  const { filterThread, sandbox, startTimer = startRealTimer } = deps;
  return async ({ team_id, requests, before, after }) => {
    const judges = [before, after].map((rules) =>
      createJudge(rules, { team_id, requests, filterThread, sandbox }),
    );
    const tried: Tried[] = requests.map(({ id, payload }) => {
      const outcome: TrialOutcome = { status: "skipped", reason: payload ? "out_of_time" : "too_large" };
      return { id, before: outcome, after: outcome, change: null };
    });
    let roomLeft = CONTENTS_MAX_CHARACTERS;
    let next = 0;
    const time = new AbortController();

    async function evaluateOne({ id, payload }: TrialRequest, at: number): Promise<void> {
      if (!payload) return judges.forEach((judge) => judge.duplicates.decided(id));
      const decoded = await decodedBody(payload.headers, payload.body);
      const [was, is] = await Promise.all(judges.map((judge) => judge.judge(id, payload, decoded)));
      if (time.signal.aborted || !was || !is) return;
      const change = changeOf(was.delivered, is.delivered, { payload, content: decoded ?? payload.body });
      if (change) roomLeft -= charactersOf(change);
      tried[at] = { id, before: was.outcome, after: is.outcome, change };
    }

    function changeOf(was: Delivered | null, is: Delivered | null, request: Delivered): TrialChange | null {
      if (!is) return null;
      return was
        ? changeBetween("saved", was, is, roomLeft)
        : changeBetween("request", request, is, roomLeft);
    }

    async function evaluateInTurn(): Promise<void> {
      for (let at = next++; at < requests.length && !time.signal.aborted; at = next++) {
        const request = requests[at];
        if (request) await evaluateOne(request, at);
        await breathe();
      }
    }

    const timeIsUp = Promise.withResolvers<void>();
    const stopTimer = startTimer(timeIsUp.resolve);
    const all = Promise.all(Array.from({ length: AT_ONCE }, evaluateInTurn));
    try {
      await Promise.race([all, timeIsUp.promise]);
    } finally {
      time.abort();
      stopTimer();
      all.catch(() => undefined); // what ends after the time has no reader
    }
    return tried;
  };
}

interface Judged {
  outcome: TrialOutcome;
  /** Null when nothing would be delivered. */
  delivered: Delivered | null;
}

interface Judge {
  judge: (id: string, payload: ReceivedPayload, decoded: Buffer | null) => Promise<Judged>;
  duplicates: SampleDuplicates;
}

/** One set of rules, with a memory of its own for duplicates. */
function createJudge(
  rules: CompiledRules,
  { team_id, requests, filterThread, sandbox }: RulesTrialDeps & Pick<RulesTrial, "team_id" | "requests">,
): Judge {
  const duplicates = createSampleDuplicates(
    requests.map(({ id }) => ({ id, arrivedAtMs: Date.parse(createdAt(id)) })),
  );
  const { evaluate } = createEvaluate({
    sessionsOf: () => [],
    isFirst: ({ request, key, windowMs }) => duplicates.isFirst(uuidText(request), key, windowMs),
    // As in the editor: trials share programs with each other, and with no connection.
    transform: ({ code, envJson, contextJson }, requestJson) =>
      sandbox.run({ projectKey: team_id, connectionKey: team_id, code, envJson, contextJson, requestJson }),
    // In the line of trials: a person does not wait for the project's requests.
    filterThread: { matches: (match) => filterThread.matches({ ...match, teamKey: `trial ${team_id}` }) },
  });
  // The rules alone decide: neither the state of the connection nor its destination.
  const connection = {
    key: team_id,
    id: uuidBytes(team_id),
    teamKey: team_id,
    isDisabled: false,
    rules,
    destination: { type: "HTTP" as const, groups: null },
  };
  return {
    duplicates,
    async judge(id, payload, decoded) {
      const view = viewOf(payload, decoded);
      try {
        const verdict = await evaluate(connection, uuidBytes(id), view);
        if ("cause" in verdict) return { outcome: refusal(verdict, id, duplicates), delivered: null };
        const { isTransformed, payload: passed } = verdict;
        return {
          outcome: { status: "delivered", is_transformed: isTransformed },
          delivered: { payload: passed, content: isTransformed ? passed.body : view.content },
        };
      } finally {
        duplicates.decided(id);
      }
    },
  };
}

type Refused = Extract<Verdict, { cause: IgnoredCause }>;

function refusal(
  { cause, meta, execution }: Refused,
  id: string,
  duplicates: SampleDuplicates,
): TrialOutcome {
  // `evaluate` gives the parts that a filter refused.
  if (cause === "FILTERED") return { status: "filtered", parts: meta as FilterPart[] };
  const first = cause === "DUPLICATE" && duplicates.firstOf(id);
  if (first)
    return { status: "deduplicated", duplicate_of: { id: first.id, created_at: createdAt(first.id) } };
  const message = execution && "failure" in execution.run ? execution.run.failure : cause;
  return { status: "failed", message, line: lineIn(message) };
}

/** The sandbox ends a failure with the place in the user's code, where it knows it. */
function lineIn(failure: string): number | null {
  const line = /\(line (\d+), column \d+\)/.exec(failure)?.[1];
  return line === undefined ? null : Number(line);
}
