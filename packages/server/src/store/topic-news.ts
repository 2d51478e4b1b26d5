/**
 * Every write to `topic_news` but the first, in the order of a row's life: what a project still has to hear of itself.
 *
 * Triggers write the rows, in the commit that makes them true (0008-issues.sql). A claim is a lease: the row of a process
 * that died is claimed again when it has run out. Only the transaction that deletes a row may store its request, so
 * every topic comes in once.
 */
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

export interface TopicNews {
  team_id: string;
  id: number;
  topic: WebhookTopic;
  /** An event, or an issue. */
  subject_id: string;
  /** That of the event's attempt; null for an issue. */
  number: number | null;
}

export interface ClaimedTopics {
  team_id: string;
  /** Where the project wants them. */
  source_id: string;
  /** Oldest first. */
  news: TopicNews[];
}

interface TopicClaim {
  leaseMs: number;
  /** Of each project, so that none waits until another has been sent everything. */
  perProject: number;
  projects: number;
}

/** Rows that another process claims right now are skipped, not waited for. */
export async function claimTopicNews(
  db: Queryable,
  { leaseMs, perProject, projects }: TopicClaim,
): Promise<ClaimedTopics[]> {
  const { rows } = await db.query<TopicNews & { source_id: string }>(
    `with next as (
       select news.team_id, news.id, asking.webhook_source_id
       from (
         select id, webhook_source_id from ${LIVE_PROJECTS}
         where webhooks_enabled and exists (
           select from topic_news where team_id = projects.id and (claimed_until is null or claimed_until < now()))
         order by random() limit $1) as asking
       cross join lateral (
         select team_id, id from topic_news
         where team_id = asking.id and (claimed_until is null or claimed_until < now())
         order by id limit $2 for update skip locked) as news)
     update topic_news set claimed_until = now() + $3 * interval '1 millisecond'
     from next
     where topic_news.team_id = next.team_id and topic_news.id = next.id
     returning topic_news.team_id, topic_news.id, topic, subject_id, number, webhook_source_id as source_id`,
    [projects, perProject, leaseMs],
  );
  const claimed = new Map<string, ClaimedTopics>();
  for (const { source_id, ...news } of rows.toSorted((a, b) => a.id - b.id)) {
    const ofProject = claimed.get(news.team_id) ?? { team_id: news.team_id, source_id, news: [] };
    ofProject.news.push(news);
    claimed.set(news.team_id, ofProject);
  }
  return [...claimed.values()];
}

/** Returns which of these rows were still there. Whoever gets an id is the only one to send that topic. */
export async function takeTopicNews(
  tx: Queryable,
  team_id: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.query<{ id: number }>(
    "delete from topic_news where team_id = $1 and id = any($2::bigint[]) returning id",
    [team_id, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Forgets what a project has not heard of yet, except these topics. */
export async function forgetOtherTopics(
  tx: Queryable,
  team_id: string,
  kept: readonly WebhookTopic[],
): Promise<void> {
  await tx.query("delete from topic_news where team_id = $1 and topic <> all($2::text[])", [team_id, kept]);
}
