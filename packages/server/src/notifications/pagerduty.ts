/**
 * How does an issue become an alert of PagerDuty?
 *
 * By the Events API V2. The id is the `dedup_key`: a message that is sent once more changes the same alert, and
 * the end of the issue resolves it. The first contact resolves an alert that does not exist, which PagerDuty accepts
 * with a valid key and shows nowhere.
 */
import { PagerDutyConfigs } from "@posthorn/contract/team-integrations";
import { type ChannelDeps, type ConnectedChannel, type Telling, failureOf, postOf } from "./channel.ts";
import { cut } from "./message.ts";

/** PagerDuty's own bound. */
const SUMMARY_MAX_CHARACTERS = 1_024;

const WORDS = {
  400: "PagerDuty does not know the integration key (400). Copy the key of an Events API V2 integration and connect PagerDuty again.",
};

export function createPagerDuty({ call, urls, publicUrl }: ChannelDeps): ConnectedChannel {
  const enqueue = async (configs: unknown, event: object) => {
    const { routing_key } = PagerDutyConfigs.parse(configs);
    return failureOf(
      "PagerDuty",
      await call(postOf(`${urls.pagerduty}/v2/enqueue`, { routing_key, ...event })),
      WORDS,
    );
  };
  return {
    hasAlerts: true,
    verify: (configs) => enqueue(configs, { event_action: "resolve", dedup_key: "posthorn-first-contact" }),
    tell: (telling, { configs }) => enqueue(configs, eventOf(telling, publicUrl)),
  };
}

function eventOf({ kind, subject_id, message }: Telling, publicUrl: string): object {
  if (kind === "end") return { event_action: "resolve", dedup_key: subject_id };
  const { title, lines, url, link } = message;
  return {
    event_action: "trigger",
    dedup_key: subject_id,
    client: "Posthorn",
    client_url: url,
    links: [{ href: url, text: link }],
    payload: {
      summary: cut(title, SUMMARY_MAX_CHARACTERS),
      source: new URL(publicUrl).host,
      severity: kind === "test" ? "info" : "error",
      custom_details: { text: lines.join("\n") },
    },
  };
}
