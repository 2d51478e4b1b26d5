/** The tool explain_failure: reads what there is about an event or a request, and explains it. */
import { getAttempt, listAttempts } from "@posthorn/contract/attempts";
import { type Connection, getConnection } from "@posthorn/contract/connections";
import { getEvent } from "@posthorn/contract/events";
import { listIssues } from "@posthorn/contract/issues";
import { queryEventMetrics } from "@posthorn/contract/metrics";
import { listIgnoredEvents } from "@posthorn/contract/request-events";
import { getRequest } from "@posthorn/contract/requests";
import * as z from "zod/mini";
import type { Client } from "../api/client.ts";
import { Failure } from "../failure.ts";
import type { Answer } from "./answer.ts";
import { wholeCharacters } from "./bounded.ts";
import { explainFailure, type Explanation } from "./explanation.ts";
import { rowOf, KINDS } from "./kinds.ts";
import { explainRequest } from "./request-explanation.ts";
import { defineTool, described } from "./tool.ts";

const NEWEST_ATTEMPTS = 10;
const MOST_IGNORED = 20;
const ANSWER_CHARACTERS = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;

export const explainFailureTool = defineTool({
  name: "explain_failure",
  title: "Explain what failed",
  description:
    "Why an event failed: what happened, the likely cause and what to do, with its connection, rules, newest attempts and the answer of the destination, and whether other events of the connection fail as well. Or why a request was rejected, or ignored by connections. Begin here when somebody asks what went wrong; search_events and search_requests find the id.",
  input: z.strictObject({
    id: described(
      z
        .string()
        .check(z.regex(/^(?:evt|req)_/, "must be the id of an event (evt_…) or of a request (req_…)")),
      "The id of an event (evt_…) or of a request (req_…)",
    ),
  }),
  run: ({ id }, { client }) =>
    id.startsWith("req_") ? explainedRequest(client, id) : explainedEvent(client, id),
});

async function explainedEvent(client: Client, event_id: string): Promise<Answer> {
  const event = await client.call(getEvent, { params: { id: event_id } });
  const [connection, attempts, others, issues] = await Promise.all([
    connectionOf(client, event.webhook_id),
    client.call(listAttempts, { query: { event_id, limit: NEWEST_ATTEMPTS } }),
    othersOf(client, event.webhook_id),
    client.call(listIssues, { query: { concerns: event_id, status: ["OPENED", "ACKNOWLEDGED"], limit: 1 } }),
  ]);
  const [newest] = attempts.models;
  const attempt = newest ? await client.call(getAttempt, { params: { id: newest.id } }) : null;
  const timeout = z.safeParse(
    z.object({ delivery_timeout: z.optional(z.nullable(z.number())) }),
    connection?.destination.config,
  );
  const explanation = explainFailure({
    event,
    connection,
    attempt,
    timeoutSeconds: timeout.data?.delivery_timeout ?? null,
    others,
    issue: issues.models[0] ?? null,
  });
  return {
    says: explanationSays(explanation),
    data: {
      event: rowOf(KINDS.event.columns, event),
      connection: connection && {
        ...rowOf(KINDS.connection.columns, connection),
        destination: connection.destination,
        rules: connection.rules,
      },
      attempts: attempts.models.map((one) => rowOf(KINDS.attempt.columns, one)),
      newest_answer: attempt && {
        requested_url: attempt.requested_url,
        method: attempt.http_method,
        response_status: attempt.response_status,
        answer: excerptOf(attempt.body),
      },
    },
  };
}

/** The public version leaves out why a proof failed; at the dashboard's door the reply has all of the contract. */
const AT_DOOR = { isForDashboard: true } as const;

async function explainedRequest(client: Client, id: string): Promise<Answer> {
  const request = await client.call({ ...getRequest, ...AT_DOOR }, { params: { id } });
  const ignored = await client.call(
    { ...listIgnoredEvents, ...AT_DOOR },
    { params: { id }, query: { limit: MOST_IGNORED } },
  );
  return {
    says: explanationSays(explainRequest({ request, ignored: ignored.models })),
    data: { request: rowOf(KINDS.request.columns, request) },
  };
}

function explanationSays({ happened, cause, facts, todo }: Explanation): string[] {
  return [
    `What happened: ${happened}`,
    ...(cause === null ? [] : [`Likely cause: ${cause}`]),
    ...(todo.length === 0 ? [] : [`What to do: ${todo.join(" ")}`]),
    ...(facts.length === 0 ? [] : [`Facts: ${facts.join(" ")}`]),
  ];
}

/** Null: it was deleted. */
async function connectionOf(client: Client, id: string): Promise<Connection | null> {
  try {
    return await client.call(getConnection, { params: { id } });
  } catch (error) {
    if (error instanceof Failure && error.exit === "notFound") return null;
    throw error;
  }
}

async function othersOf(client: Client, webhook_id: string): Promise<{ successful: number; failed: number }> {
  const nowMs = client.serverNowMs();
  const { data } = await client.call(queryEventMetrics, {
    query: {
      date_range: {
        start: new Date(nowMs - DAY_MS).toISOString(),
        end: new Date(nowMs + 60_000).toISOString(),
      },
      measures: ["successful_count", "failed_count"],
      filters: { webhook_id },
    },
  });
  const metrics = data[0]?.metrics;
  return { successful: metrics?.["successful_count"] ?? 0, failed: metrics?.["failed_count"] ?? 0 };
}

function excerptOf(body: unknown): unknown {
  const text =
    typeof body === "string" ? body : body === null || body === undefined ? null : JSON.stringify(body);
  if (text === null || text.length <= ANSWER_CHARACTERS) return body ?? null;
  return `${wholeCharacters(text, ANSWER_CHARACTERS)} [cut: ${text.length} characters in all, see get_body]`;
}
