/** Where does a receiver of OpenTelemetry take in this signal? As OpenTelemetry's own exporters do with a base address. */

export function otlpUrl(url: string, signal: "logs" | "metrics" | "traces"): string {
  const ending = `/v1/${signal}`;
  const parsed = new URL(url);
  const path = parsed.pathname.replace(/\/+$/, "");
  parsed.pathname = path.endsWith(ending) ? path : path + ending;
  return parsed.href;
}
