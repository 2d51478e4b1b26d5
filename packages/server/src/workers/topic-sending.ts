/**
 * Sends what projects want to hear of themselves into the sources that they have chosen.
 *
 * Every process that delivers runs this, and several work at once: each claims some topics of some projects. A process
 * that dies leaves its claims, and another one takes them when they have run out. Topics that fail together are sent one
 * by one, so that one of them holds up no other.
 */
import type { Log } from "../log.ts";
import type { ReadTopics, SendTopics } from "../pipeline/route/send-topics.ts";
import type { Database } from "../store/database.ts";
import { type ClaimedTopics, claimTopicNews } from "../store/topic-news.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 1_000;
const CLAIM = { leaseMs: 60_000, perProject: 20, projects: 10 };

export interface TopicSendingDeps {
  db: Database;
  log: Log;
  readTopics: ReadTopics;
  sendTopics: SendTopics;
}

export function createTopicSending(deps: TopicSendingDeps): Loop {
  const loop = repeat("topic_sending", EVERY_MS, deps.log, async () => {
    if (await sendSomeTopics(deps)) loop.poke();
  });
  return loop;
}

/** Returns true when there may be more. */
export async function sendSomeTopics(deps: TopicSendingDeps): Promise<boolean> {
  const claimed = await claimTopicNews(deps.db, CLAIM);
  for (const ofProject of claimed) await sendOfProject(deps, ofProject);
  return claimed.length > 0;
}

/** What fails is tried again when its lease has ended. */
async function sendOfProject(deps: TopicSendingDeps, claimed: ClaimedTopics): Promise<void> {
  const { team_id, news } = claimed;
  try {
    await sendAll(deps, claimed);
  } catch (error) {
    deps.log.warn("topics.not_sent", { team_id, ids: news.map(({ id }) => id), error });
    if (news.length > 1) for (const one of news) await sendOfProject(deps, { ...claimed, news: [one] });
  }
}

async function sendAll(
  { readTopics, sendTopics, log }: TopicSendingDeps,
  { team_id, source_id, news }: ClaimedTopics,
): Promise<void> {
  for (let rest = news; rest.length > 0;) {
    const { topics, cut } = await readTopics(team_id, rest);
    const sent = await sendTopics({ team_id, source_id, topics, cut });
    log.debug?.("topics.sent", { team_id, source_id, sent, cut: cut.length });
    rest = rest.slice(topics.length + cut.length);
  }
}
