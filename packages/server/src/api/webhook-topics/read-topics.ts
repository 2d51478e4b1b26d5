/**
 * What does a topic say?
 *
 * Reads what its news point to and puts it into the words of the API, in the version of the reference. A topic about the
 * delivery of a topic is cut, so that no project talks to itself about talking. So is one whose subject is gone.
 */
import { getAttempt } from "@posthorn/contract/attempts";
import { getConnection } from "@posthorn/contract/connections";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { getEvent, type EventData } from "@posthorn/contract/events";
import { attemptId, publicId } from "@posthorn/contract/ids";
import { getIssue } from "@posthorn/contract/issues";
import { REQUEST_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import { requestIdOfEvent } from "../../ids.ts";
import { HOPS_HEADER } from "../../pipeline/hops.ts";
import type { ReadTopics, Topic } from "../../pipeline/route/send-topics.ts";
import { findTopicRequests } from "../../store/requests.ts";
import type { TopicNews } from "../../store/topic-news.ts";
import { connectionView } from "../../views/connection-view.ts";
import type { ApiDeps } from "../api-deps.ts";
import { attemptWithAnswerView } from "../attempts/attempt-view.ts";
import { findAttempt } from "../attempts/attempts.sql.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { createReadEventData } from "../events/event-data.ts";
import { eventView } from "../events/event-view.ts";
import { type EventRow, readEvents } from "../events/events.sql.ts";
import { readExamples } from "../issues/examples.sql.ts";
import { issueView } from "../issues/issue-view.ts";
import { findIssue } from "../issues/issues.sql.ts";
import { countFitting } from "../payloads/payloads.sql.ts";
import { REFERENCE } from "../versions/versions.ts";

interface AttemptNews extends TopicNews {
  number: number;
}

export interface ReadTopicsDeps extends Pick<ApiDeps, "db" | "sealer" | "ingestUrlOf"> {
  config: Pick<ApiDeps["config"], "publicUrl">;
}

export function createReadTopics(deps: ReadTopicsDeps): ReadTopics {
  const { db, ingestUrlOf } = deps;
  const readEventData = createReadEventData(deps);

  return async (team_id, news) => {
    const events = await eventsOf(team_id, news);
    const some = await fitting(team_id, news, events);
    const data = await dataOf(team_id, some, events);
    const topics: Topic[] = [];
    const cut: number[] = [];
    for (const one of some) {
      const topic = isOfAttempt(one)
        ? await attemptTopic(one, events.get(one.subject_id), data)
        : await issueTopic(one);
      if (topic) topics.push(topic);
      else cut.push(one.id);
    }
    return { topics, cut };
  };

  /** By their ids, those of the news that may be told. */
  async function eventsOf(team_id: string, news: readonly TopicNews[]): Promise<Map<string, EventRow>> {
    const ids = [...new Set(news.filter(isOfAttempt).map(({ subject_id }) => subject_id))];
    if (ids.length === 0) return new Map();
    const topics = await findTopicRequests(db, team_id, ids.map(requestIdOfEvent));
    const told = ids.filter((id) => !topics.has(requestIdOfEvent(id)));
    return new Map((await readEvents(db, team_id, told)).map((event) => [event.id, event]));
  }

  /** The first of the news, as many as have room in memory with their bodies. */
  async function fitting(
    team_id: string,
    news: readonly TopicNews[],
    events: ReadonlyMap<string, EventRow>,
  ): Promise<readonly TopicNews[]> {
    const large = news.filter(({ subject_id }) => events.has(subject_id));
    if (large.length === 0) return news;
    const payloads = large.map(({ subject_id }) => events.get(subject_id)?.event_data_id ?? "");
    const beyond = large[await countFitting(db, team_id, payloads)];
    return beyond ? news.slice(0, news.indexOf(beyond)) : news;
  }

  /** What each attempt sent, by the attempt's id. */
  async function dataOf(
    team_id: string,
    news: readonly TopicNews[],
    events: ReadonlyMap<string, EventRow>,
  ): Promise<Map<string, EventData>> {
    const told = news.filter(isOfAttempt);
    const sent = new Map<string, EventData>();
    for (const number of new Set(told.map((one) => one.number))) {
      const rows = told.flatMap((one) => (one.number === number && events.get(one.subject_id)) || []);
      for (const [event_id, data] of await readEventData(team_id, rows, number))
        sent.set(attemptId(event_id, number), data);
    }
    return sent;
  }

  async function attemptTopic(
    { id, topic, team_id, subject_id: event_id, number: attempt_number }: AttemptNews,
    event: EventRow | undefined,
    sent: ReadonlyMap<string, EventData>,
  ): Promise<Topic | null> {
    const attempt = event && (await findAttempt(db, team_id, { event_id, attempt_number }));
    const connection = event && (await findConnection(db, team_id, event.webhook_id));
    if (!attempt || !connection) return null;
    const data = sent.get(attemptId(event_id, attempt_number)) ?? null;
    const { response_status, body } = shown(getAttempt, attemptWithAnswerView(attempt));
    const told = {
      topic,
      event_id: publicId("event", event_id),
      event_data: shown(getEvent, eventView(event, data))["data"],
      attempt_id: attemptId(event_id, attempt_number),
      attempt_response: { status: response_status, body },
      connection: shown(getConnection, connectionView(connection, ingestUrlOf)),
    };
    return { id, topic, body: withinLimit(told), hops: data?.headers[HOPS_HEADER] ?? null };
  }

  async function issueTopic({ id, topic, team_id, subject_id }: TopicNews): Promise<Topic | null> {
    const row = await findIssue(db, team_id, subject_id);
    if (!row) return null;
    if (row.type === "delivery" && row.reference_id !== null) {
      const request_id = requestIdOfEvent(row.reference_id);
      if ((await findTopicRequests(db, team_id, [request_id])).has(request_id)) return null;
    }
    const issue = issueView(row, await readExamples(db, team_id, [row]));
    return { id, topic, body: { topic, issue: shown(getIssue, issue) }, hops: null };
  }
}

function isOfAttempt(news: TopicNews): news is AttemptNews {
  return news.number !== null;
}

/** A reply of this endpoint as callers of the reference's version see it. Only replies that are objects are asked for. */
function shown(endpoint: Endpoint, canonical: object): Readonly<Record<string, unknown>> {
  return REFERENCE.wire(endpoint).reply(canonical) as Readonly<Record<string, unknown>>;
}

/** Without the event's data, if a source would refuse the request for its size. */
function withinLimit<Told extends { event_data: unknown }>(told: Told): Told {
  const isLarge = Buffer.byteLength(JSON.stringify(told)) > REQUEST_BODY_MAX_BYTES;
  return isLarge ? { ...told, event_data: null } : told;
}
