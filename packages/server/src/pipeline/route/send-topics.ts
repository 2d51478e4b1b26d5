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
import { uuidText } from "../../ids.ts";
import type { Database } from "../../store/database.ts";
import { type TopicNews, takeTopicNews } from "../../store/topic-news.ts";
import { HOPS_HEADER, isLoop } from "../hops.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import type { RedactionList } from "../redaction.ts";
import type { RoutingTable } from "../routing-table.ts";
import { decideOwn, insertOwn, ownPayload } from "./own-requests.ts";
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
        // Whoever tries again must look like the first to deduplicate rules.
        const asked_as = sameEachTime(team_id, topic.id);
        return { topic, own: await decideOwn(reroute, { team_id, source_id, payload, asked_as }) };
      }),
    );
    return db.transaction(async (tx) => {
      const ours = await takeTopicNews(tx, team_id, [...topics.map(({ id }) => id), ...cut]);
      const told = decided.filter(({ topic }) => ours.has(topic.id));
      for (const { topic, own } of told) {
        const rejection_cause = source?.isDisabled ? "SOURCE_DISABLED" : causeOf(own.decision);
        await insertOwn(tx, own, { rejection_cause, topic: topic.topic });
      }
      return told.length;
    });
  };
}

function causeOf({ asked }: Decision): RejectionCause | null {
  return asked.length === 0 ? "NO_CONNECTION" : null;
}

function payloadOf({ topic, body, hops }: Topic, list: RedactionList | null): ReceivedPayload {
  const headers = ["x-posthorn-topic", topic, ...(hops === null ? [] : [HOPS_HEADER, hops])];
  return ownPayload({ headers, body: JSON.stringify(body) }, list);
}

function sameEachTime(team_id: string, id: number): string {
  return uuidText(createHash("sha256").update(`topic ${team_id} ${id}`).digest().subarray(0, 16));
}
