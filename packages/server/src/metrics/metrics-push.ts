/**
 * How do a project's metrics reach a provider?
 *
 * `verify` is the first contact, when a person connects a provider. `push` sends what is new. Both return null when all
 * is well, and otherwise a sentence for the person who looks at the integration. It never repeats what the provider
 * answered.
 */
import { publicId } from "@posthorn/contract/ids";
import type {
  DatadogConfigs,
  OpenTelemetryConfigs,
  TeamIntegrationInput,
} from "@posthorn/contract/team-integrations";
import type { Dialer } from "../outbound/dialer.ts";
import { otlpUrl } from "../outbound/otlp-url.ts";
import { type ProviderCall, createProviderCall } from "../outbound/provider-call.ts";
import type { Queryable } from "../store/database.ts";
import { datadogSeries, inCalls, minutesToSend } from "./datadog.ts";
import type { MetricFamily } from "./families.ts";
import { readPending, readProjectCounts } from "./project-counts.sql.ts";
import { beginningOfDay, readClosedDay, readProjectMetrics } from "./project-metrics.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Of a provider that Posthorn sends metrics to. */
export type PushTarget = Extract<TeamIntegrationInput, { provider: "opentelemetry" | "datadog" }>;

export interface PushAsked {
  team_id: string;
  target: PushTarget;
  succeededAtMs: number | null;
}

export interface MetricsPush {
  verify: (team_id: string, target: PushTarget) => Promise<string | null>;
  push: (asked: PushAsked) => Promise<string | null>;
}

export interface MetricsPushDeps {
  db: Queryable;
  dialer: Pick<Dialer, "exchange">;
  version: string;
  now?: () => number;
  /** The base URL of a Datadog site's API. */
  datadogUrl?: (site: string) => string;
}

export function createMetricsPush(deps: MetricsPushDeps): MetricsPush {
  const { db, dialer, version, now = Date.now, datadogUrl = (site) => `https://api.${site}` } = deps;

  const callProvider = createProviderCall({ dialer, version });

  /** Resolves to the body of a good answer, or to why there is none. */
  async function call(asked: ProviderCall): Promise<{ answer: Buffer } | { error: string }> {
    const answered = await callProvider(asked);
    if ("error" in answered) return answered;
    const { status, body: answer } = answered;
    if (status >= 200 && status < 300) return { answer };
    if (status === 401 || status === 403)
      return { error: `The provider refused the credentials (${status}).` };
    return { error: `The provider answered ${status}.` };
  }

  async function sendOtlp(
    team_id: string,
    { url, headers }: OpenTelemetryConfigs,
    sent: { families: readonly MetricFamily[]; sinceMs: number; atMs: number },
  ): Promise<string | null> {
    const { otlpBody, rejectedPoints } = await import("./otlp.ts");
    const called = await call({
      url: otlpUrl(url, "metrics"),
      method: "POST",
      headers: [["content-type", "application/x-protobuf"], ...Object.entries(headers)],
      body: otlpBody({ ...sent, version, project_id: publicId("project", team_id) }),
    });
    if ("error" in called) return called.error;
    const rejected = rejectedPoints(called.answer);
    return rejected > 0 ? `The provider rejected ${rejected} data points.` : null;
  }

  /** The day before gets its last values, if the last push was before its end. */
  async function pushOtlp(
    { team_id, succeededAtMs }: PushAsked,
    configs: OpenTelemetryConfigs,
  ): Promise<string | null> {
    const atMs = now();
    const todayMs = beginningOfDay(atMs);
    const yesterdayMs = todayMs - DAY_MS;
    if (succeededAtMs !== null && succeededAtMs >= yesterdayMs && succeededAtMs < todayMs) {
      const families = await readClosedDay(db, team_id, yesterdayMs);
      const error = await sendOtlp(team_id, configs, { families, sinceMs: yesterdayMs, atMs: todayMs - 1 });
      if (error !== null) return error;
    }
    const families = await readProjectMetrics(db, team_id, atMs);
    return sendOtlp(team_id, configs, { families, sinceMs: todayMs, atMs });
  }

  const toDatadog = (
    { site, api_key }: DatadogConfigs,
    method: ProviderCall["method"],
    path: string,
    body: Buffer | null,
  ) =>
    call({
      url: datadogUrl(site) + path,
      method,
      headers: [["dd-api-key", api_key], ...(body ? [["content-type", "application/json"] as const] : [])],
      body,
    });

  async function pushDatadog(
    { team_id, succeededAtMs }: PushAsked,
    configs: DatadogConfigs,
  ): Promise<string | null> {
    const nowMs = now();
    const counts = await readProjectCounts(db, team_id, {
      span: "minute",
      ...minutesToSend(nowMs, succeededAtMs),
    });
    const series = datadogSeries(counts, await readPending(db, team_id), nowMs);
    for (const body of inCalls(series)) {
      const called = await toDatadog(configs, "POST", "/api/v2/series", body);
      if ("error" in called) return called.error;
    }
    return null;
  }

  return {
    async verify(team_id, { provider, configs }) {
      const atMs = now();
      if (provider === "opentelemetry")
        return sendOtlp(team_id, configs, { families: [], sinceMs: beginningOfDay(atMs), atMs });
      const called = await toDatadog(configs, "GET", "/api/v1/validate", null);
      return "error" in called ? called.error : null;
    },
    push: (asked) =>
      asked.target.provider === "opentelemetry"
        ? pushOtlp(asked, asked.target.configs)
        : pushDatadog(asked, asked.target.configs),
  };
}
