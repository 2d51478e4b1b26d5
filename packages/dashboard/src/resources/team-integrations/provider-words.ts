/** What do people read about each provider? */
import type { MetricsProvider, NotificationProvider } from "@posthorn/contract/team-integrations";

interface ProviderWords {
  /** What the integration does, on its card. */
  text: string;
  /** What the person has to have at hand, in the dialog. */
  how: string;
}

interface MetricsProviderWords extends ProviderWords {
  /** How the metrics get there, in a few words. */
  short: string;
}

export const PROVIDER_WORDS: Readonly<
  Record<MetricsProvider, MetricsProviderWords> & Record<NotificationProvider, ProviderWords>
> = {
  prometheus: {
    short: "Scrapes an endpoint",
    text: "Offers an endpoint with a token of its own for your server to scrape.",
    how: "Posthorn creates a token that opens the metrics of this project and nothing else. It is shown once.",
  },
  opentelemetry: {
    short: "Gets a push every 60 s",
    text: "Sends counts, latencies and backlog to any receiver of OTLP over HTTP every 60 seconds.",
    how: "Posthorn sends an empty push first, and connects only if the receiver accepts it.",
  },
  datadog: {
    short: "Gets a push every 60 s",
    text: "Sends counts, latencies and backlog as custom metrics every 60 seconds.",
    how: "Posthorn asks Datadog whether the key is valid, and connects only then.",
  },
  slack: {
    text: "Posts an issue to a channel when it opens.",
    how: "A bot posts to the channel that each trigger names. A webhook has one channel of its own.",
  },
  microsoft_teams: {
    text: "Posts an issue to a channel of your team when it opens.",
    how: "In Microsoft Teams, add the workflow “Post to a channel when a webhook request is received” and copy its address. Posthorn posts a first message there.",
  },
  discord: {
    text: "Posts an issue to a channel of your server when it opens.",
    how: "In Discord, create a webhook in the settings of the channel and copy its address. Posthorn asks Discord whether the webhook exists.",
  },
  pagerduty: {
    text: "Opens an alert on a service and resolves it with the issue.",
    how: "In PagerDuty, add an “Events API V2” integration to the service and copy its key. Posthorn checks the key without an alert.",
  },
  opsgenie: {
    text: "Raises an alert for each issue and closes it when the issue is over.",
    how: "In Opsgenie, add an “API” integration that may create and update alerts, and copy its key. Posthorn checks the key without an alert.",
  },
};
