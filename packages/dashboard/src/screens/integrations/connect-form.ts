/**
 * What does the form of a provider hold, and what does the API get for it?
 *
 * One set of values serves all providers; a provider's schema checks only its own. Headers are typed as lines,
 * `Name: value`.
 */
import {
  DATADOG_SITES,
  type MetricsProvider,
  OpenTelemetryConfigs,
  type TeamIntegrationInput,
} from "@posthorn/contract/team-integrations";
import { HttpUrl } from "@posthorn/contract/http-url";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";

export interface ConnectValues {
  url: string;
  headers: string;
  site: (typeof DATADOG_SITES)[number];
  api_key: string;
}

export const EMPTY: ConnectValues = { url: "", headers: "", site: "datadoghq.com", api_key: "" };

const HEADER_LINES = "Write each header on a line of its own: Name: value";

/** Null if a line is no header. */
export function headersIn(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const at = line.indexOf(":");
    const name = line.slice(0, Math.max(at, 0)).trim();
    const value = line.slice(at + 1).trim();
    if (name === "" || value === "") return null;
    headers[name] = value;
  }
  return headers;
}

const anything = { url: z.string(), headers: z.string(), site: z.enum(DATADOG_SITES), api_key: z.string() };
const required = z.string().check(z.refine((text) => text.trim() !== "", REQUIRED));

const Headers = z.string().check((context) => {
  const headers = headersIn(context.value);
  const checked = headers && OpenTelemetryConfigs.shape.headers.safeParse(headers);
  if (checked?.success) return;
  const message = checked?.error.issues[0]?.message ?? HEADER_LINES;
  context.issues.push({ code: "custom", input: context.value, message });
});

export const CONNECT_FORMS = {
  prometheus: z.object(anything),
  opentelemetry: z.object({ ...anything, url: z.pipe(required, HttpUrl), headers: Headers }),
  datadog: z.object({ ...anything, api_key: required }),
} as const satisfies Record<MetricsProvider, z.ZodMiniType<ConnectValues>>;

export function integrationInputOf(provider: MetricsProvider, values: ConnectValues): TeamIntegrationInput {
  if (provider === "prometheus") return { provider, configs: {} };
  if (provider === "datadog")
    return { provider, configs: { site: values.site, api_key: values.api_key.trim() } };
  return { provider, configs: { url: values.url.trim(), headers: headersIn(values.headers) ?? {} } };
}
