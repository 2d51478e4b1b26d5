/** What do people read about each provider of metrics? */
import type { MetricsProvider } from "@posthorn/contract/team-integrations";
import { ChartLine, Flame, Radio, type LucideIcon } from "lucide-react";

interface ProviderWords {
  icon: LucideIcon;
  /** How the metrics get there, in a few words. */
  short: string;
  /** What the integration does, on its card. */
  text: string;
  /** What the person has to have at hand, in the dialog. */
  how: string;
}

export const PROVIDER_WORDS: Readonly<Record<MetricsProvider, ProviderWords>> = {
  prometheus: {
    icon: Flame,
    short: "Scrapes an endpoint",
    text: "Offers an endpoint with a token of its own for your server to scrape.",
    how: "Posthorn creates a token that opens the metrics of this project and nothing else. It is shown once.",
  },
  opentelemetry: {
    icon: Radio,
    short: "Gets a push every 60 s",
    text: "Sends counts, latencies and backlog to any receiver of OTLP over HTTP every 60 seconds.",
    how: "Posthorn sends an empty push first, and connects only if the receiver accepts it.",
  },
  datadog: {
    icon: ChartLine,
    short: "Gets a push every 60 s",
    text: "Sends counts, latencies and backlog as custom metrics every 60 seconds.",
    how: "Posthorn asks Datadog whether the key is valid, and connects only then.",
  },
};
