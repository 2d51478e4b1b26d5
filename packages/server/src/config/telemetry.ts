/** What does Posthorn say of itself, in what form, and to whom? */
import { LOG_LEVELS, type LogLevel } from "../log.ts";
import { linkHostOf, type NetworkConfig } from "./network.ts";
import { type Reading, oneOf } from "./reading.ts";

export interface TelemetryConfig {
  /** What a scraper of the product's own health presents. Null: the endpoint does not exist. */
  metricsToken: string | null;
  /** Where a process also answers scrapes of its health, whatever its roles. Null: nowhere. */
  metricsPort: number | null;
  /** The address of those scrapes. */
  metricsUrl: string | null;
  /** Where traces go, and the part of all requests that is traced. Null: nothing is traced. */
  traces: { url: string; headers: Readonly<Record<string, string>>; ratio: number } | null;
  /** Where product events go, and headers for it. Null: nothing is told about what people do. */
  tracking: { url: string; headers: Readonly<Record<string, string>> } | null;
  log: {
    /** The lowest level that is still logged. */
    level: LogLevel;
    format: (typeof LOG_FORMATS)[number];
    isColoured: boolean;
  };
}

const LOG_FORMATS = ["json", "text"] as const;
/** Enough to see what is usual, and rare enough for a busy gateway and its receiver. */
const TRACES_RATIO = 0.01;

export function readTelemetry(
  reading: Reading,
  network: Pick<NetworkConfig, "host" | "port" | "ingestPort">,
  isTerminal: boolean,
): TelemetryConfig {
  const metrics = readMetrics(reading, network);
  return {
    ...metrics,
    traces: readTraces(reading),
    tracking: readTracking(reading),
    log: readLog(reading, isTerminal),
  };
}

function readMetrics(
  { text, port, token, mistakes }: Reading,
  { host, port: apiPort, ingestPort }: Pick<NetworkConfig, "host" | "port" | "ingestPort">,
): Pick<TelemetryConfig, "metricsToken" | "metricsPort" | "metricsUrl"> {
  const metricsToken = token("POSTHORN_METRICS_TOKEN");
  const metricsPort = text("POSTHORN_METRICS_PORT") === null ? null : port("POSTHORN_METRICS_PORT", 0);
  if (metricsPort !== null && metricsToken === null)
    mistakes.push("POSTHORN_METRICS_PORT needs POSTHORN_METRICS_TOKEN: without a token nothing is shown");
  if (metricsPort !== null && metricsPort !== 0 && [apiPort, ingestPort].includes(metricsPort))
    mistakes.push("POSTHORN_METRICS_PORT must differ from POSTHORN_PORT and POSTHORN_INGEST_PORT");
  const metricsUrl = metricsPort === null ? null : `http://${linkHostOf(host)}:${metricsPort}/metrics`;
  return { metricsToken, metricsPort, metricsUrl };
}

function readTraces({ text, optionalUrl, headers: headersOf, mistakes }: Reading): TelemetryConfig["traces"] {
  const url = optionalUrl("POSTHORN_OTLP_TRACES_URL");
  const headers = headersOf("POSTHORN_OTLP_TRACES_HEADERS");
  const ratioText = text("POSTHORN_OTLP_TRACES_RATIO");
  const ratio = ratioText === null ? TRACES_RATIO : Number(ratioText);
  if (!(ratio > 0 && ratio <= 1))
    mistakes.push(`POSTHORN_OTLP_TRACES_RATIO must be a number above 0, up to 1, not "${ratioText}"`);
  if (url === null && (ratioText !== null || Object.keys(headers).length > 0))
    mistakes.push(
      "POSTHORN_OTLP_TRACES_RATIO and POSTHORN_OTLP_TRACES_HEADERS need POSTHORN_OTLP_TRACES_URL",
    );
  return url === null ? null : { url, headers, ratio };
}

function readTracking({
  text,
  optionalUrl,
  headers: headersOf,
  mistakes,
}: Reading): TelemetryConfig["tracking"] {
  const checked = optionalUrl("POSTHORN_TRACKING_URL");
  const headers = headersOf("POSTHORN_TRACKING_HEADERS");
  if (checked === null && Object.keys(headers).length > 0)
    mistakes.push("POSTHORN_TRACKING_HEADERS needs POSTHORN_TRACKING_URL");
  const url = text("POSTHORN_TRACKING_URL"); // as it is: a slash at its end counts
  return url === null ? null : { url, headers };
}

function readLog({ text, environment, mistakes }: Reading, isTerminal: boolean): TelemetryConfig["log"] {
  const level = text("POSTHORN_LOG_LEVEL")?.toLowerCase() ?? "info";
  const format = text("POSTHORN_LOG")?.toLowerCase() ?? (isTerminal ? "text" : "json");
  return {
    level: oneOf(
      LOG_LEVELS,
      level,
      "info",
      () => `POSTHORN_LOG_LEVEL must be debug, info, warn or error, not "${level}"`,
      mistakes,
    ),
    format: oneOf(
      LOG_FORMATS,
      format,
      "json",
      () => `POSTHORN_LOG must be json or text, not "${format}"`,
      mistakes,
    ),
    isColoured: isTerminal ? !environment["NO_COLOR"] : false, // on a pipe, isTTY is undefined
  };
}
