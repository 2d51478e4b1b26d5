/**
 * How does a topic come in at a source?
 *
 * As a new request without a sender, which all connections of the source get. The rules are asked first. One transaction
 * then takes the news and stores what became of them: a topic is neither lost nor sent twice, whoever dies meanwhile and
 * whoever else tries.
 */
import { createHash } from "node:crypto";
import type { RejectionCause } from "@posthorn/contract/causes";
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import { newRequestIdBytes, uuidText } from "../../ids.ts";
import type { Database } from "../../store/database.ts";
import { insertPayload, insertTopicRequest } from "../../store/requests.ts";
import { type TopicNews, takeTopicNews } from "../../store/topic-news.ts";
import { HOPS_HEADER, isLoop } from "../hops.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { type RedactionList, redact } from "../redaction.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { Decision, Reroute } from "./reroute.ts";

/** What the news say, as a request. */
export interface Topic {
  /** That of its news. */
  id: TopicNews["id"];
  topic: WebhookTopic;
  body: object;
  /** How often we have delivered what it tells of (hops.ts); null if it tells of no delivery. */
  hops: string | null;
}

/** Which topics these news of one project are. It has all of them, or the first ones if their bodies are large. */
export type ReadTopics = (
  team_id: string,
  news: readonly TopicNews[],
) => Promise<{ topics: Topic[]; cut: TopicNews["id"][] }>;

export interface TopicsToSend {
  team_id: string;
  source_id: string;
  topics: readonly Topic[];
  /** News that say nothing any more, or must not be told. */
  cut: readonly TopicNews["id"][];
}

/** Returns how many topics came in. */
export type SendTopics = (topics: TopicsToSend) => Promise<number>;

export interface SendTopicsDeps {
  db: Database;
  routing: Pick<RoutingTable, "bySource" | "refresh">;
  reroute: Pick<Reroute, "decide">;
}

export function createSendTopics({ db, routing, reroute }: SendTopicsDeps): SendTopics {
  return async ({ team_id, source_id, topics, cut }) => {
    await routing.refresh({ source_id });
    const source = routing.bySource(source_id);
    const payloads = topics.map((topic) => ({ topic, payload: payloadOf(topic, source?.redaction ?? null) }));
    const isGone = !source || source.isDeleted;
    // Topics could also go round by way of a destination that is one of our sources.
    const sent = isGone ? [] : payloads.filter(({ payload }) => !isLoop(payload.headers));
    const decided = await Promise.all(
      sent.map(async ({ topic, payload }) => {
        const id = uuidText(newRequestIdBytes());
        // Whoever tries again must look like the first to deduplicate rules.
        const asked_as = sameEachTime(team_id, topic.id);
        const stored = { team_id, id, source_id, payload_id: id, payload, asked_as, isNew: true };
        return { topic, id, payload, decision: await reroute.decide(stored) };
      }),
    );
    return db.transaction(async (tx) => {
      const ours = await takeTopicNews(tx, team_id, [...topics.map(({ id }) => id), ...cut]);
      const told = decided.filter(({ topic }) => ours.has(topic.id));
      for (const { topic, id, payload, decision } of told) {
        const rejection_cause = source?.isDisabled ? "SOURCE_DISABLED" : causeOf(decision);
        await insertPayload(tx, { team_id, id, ...payload });
        await insertTopicRequest(tx, { team_id, id, source_id, rejection_cause, topic: topic.topic });
        if (rejection_cause === null) await decision.write(tx);
      }
      return told.length;
    });
  };
}

function causeOf({ asked }: Decision): RejectionCause | null {
  return asked.length === 0 ? "NO_CONNECTION" : null;
}

/** Masked like every other request of the source. */
function payloadOf({ topic, body, hops }: Topic, list: RedactionList | null): ReceivedPayload {
  const headers = ["content-type", "application/json", "x-posthorn-topic", topic];
  if (hops !== null) headers.push(HOPS_HEADER, hops);
  const payload = {
    method: "POST",
    path: "/",
    query: null,
    headers,
    client_ip: null,
    body: Buffer.from(JSON.stringify(body)),
  };
  return list ? { ...payload, ...redact(list, payload) } : payload;
}

function sameEachTime(team_id: string, id: number): string {
  return uuidText(createHash("sha256").update(`topic ${team_id} ${id}`).digest().subarray(0, 16));
}
