/** What does a channel get, what does it answer, and what does it have to work with? */
import type { OpsgenieRegion } from "@posthorn/contract/team-integrations";
import { readRetryAfter } from "../pipeline/schedule/retry-after.ts";
import type { Mail } from "../outbound/mail.ts";
import type { CallProvider, ProviderAnswer, ProviderCall } from "../outbound/provider-call.ts";
import type { Audience } from "../store/notifications.ts";
import type { Message } from "./message.ts";

/** `end`: the issue is over; only channels with alerts get it. */
export type TellingKind = "opening" | "end" | "digest" | "test";

export interface Telling {
  kind: TellingKind;
  message: Message;
  /** The public id. Of a digest or a test message: one of its own. */
  subject_id: string;
  /** The same if the same message is sent once more. */
  message_id: string;
}

/** Where a message goes, beside the channel itself. */
export interface Recipient extends Omit<Audience, "channel"> {
  /** Those of the integration, as they were stored. Null where the channel needs none. */
  configs: unknown;
}

export interface Failure {
  /** Says what is wrong and what to do, and never repeats what the provider answered. */
  error: string;
  retryAfterMs: number | null;
  /** For the log only. */
  cause?: unknown;
}

export interface NotificationChannel {
  /** An issue is an alert there, which ends with the issue. */
  hasAlerts: boolean;
  /** Null: the message has arrived. */
  tell: (telling: Telling, to: Recipient) => Promise<Failure | null>;
}

/** A channel that a project connects first. */
export interface ConnectedChannel extends NotificationChannel {
  /** The first contact. Null: it went well. */
  verify: (configs: unknown) => Promise<Failure | null>;
}

export interface ChannelDeps {
  call: CallProvider;
  /** Null: the operator has set up no mail server. */
  mail: Mail | null;
  /** The mail addresses of everybody who may enter the project. */
  addressesOf: (team_id: string) => Promise<string[]>;
  publicUrl: string;
  urls: ProviderUrls;
}

export interface ProviderUrls {
  slack: string;
  pagerduty: string;
  opsgenie: Readonly<Record<OpsgenieRegion, string>>;
}

export const PROVIDER_URLS: ProviderUrls = {
  slack: "https://slack.com",
  pagerduty: "https://events.pagerduty.com",
  opsgenie: { us: "https://api.opsgenie.com", eu: "https://api.eu.opsgenie.com" },
};

export function failed(error: string): Failure {
  return { error, retryAfterMs: null };
}

export function postOf(
  url: string,
  body: object,
  headers: readonly (readonly [string, string])[] = [],
): ProviderCall {
  return {
    url,
    method: "POST",
    headers: [["content-type", "application/json; charset=utf-8"], ...headers],
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** `words` has the statuses that mean something special at this provider. */
export function failureOf(
  name: string,
  answer: ProviderAnswer | { error: string },
  words: Readonly<Record<number, string>> = {},
): Failure | null {
  if ("error" in answer) return failed(answer.error);
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return null;
  const wait = readRetryAfter(retryAfter, Date.now());
  const retryAfterMs = wait !== null && wait !== "never" ? wait.waitMs : null;
  const refused = `${name} refused the credentials (${status}). Connect it again with new ones.`;
  const limited = `${name} accepts no more messages for now (429). Posthorn tries again.`;
  const general: Readonly<Record<number, string>> = { 401: refused, 403: refused, 429: limited };
  return { error: words[status] ?? general[status] ?? `${name} answered ${status}.`, retryAfterMs };
}
