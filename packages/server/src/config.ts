/**
 * What did the operator ask for?
 *
 * The only reader of the environment. Every setting has a unit, a default and a sentence in docs/configuration.md. At
 * start, one error reports all mistakes, and says how to fix them. The settings of one area stand together in config/.
 */
import { resolve } from "node:path";
import {
  API_RATE_LIMIT_MAX_PER_MINUTE,
  AUDIT_KEPT_DAYS,
  COUNTERS_KEPT_DAYS,
  COUNTERS_MAX_DAYS,
  RETENTION_MAX_DAYS,
} from "@posthorn/contract/limits";
import { type BillingConfig, readBilling } from "./config/billing.ts";
import { type NetworkConfig, readNetwork } from "./config/network.ts";
import { type Environment, HEADER_TEXT, type Reading, createReading } from "./config/reading.ts";
import { type TelemetryConfig, readTelemetry } from "./config/telemetry.ts";
import { type EncryptionConfig, readEncryption } from "./config/tls.ts";
import { StartRefused } from "./start-refused.ts";

export const ROLES = ["ingest", "worker", "api"] as const;
export type ProcessRole = (typeof ROLES)[number];

export interface Config extends NetworkConfig, EncryptionConfig, BillingConfig, TelemetryConfig {
  dataDir: string;
  /** Null: run the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** Null: generated and kept in `dataDir`, which is allowed only with the embedded database. */
  masterKey: string | null;
  roles: ReadonlySet<ProcessRole>;
  /** How many processes of the gateway run here. Null: as many as the cores and the memory can feed. */
  processes: number | null;
  bootstrap: { email: string; password: string; apiKey: string | null } | null;
  smtp: { url: string; from: string } | null;
  /** How many API calls a key may make in a minute, unless it has its own limit. Null means no limit. */
  apiRateLimitPerMinute: number | null;
  /** How long a process that is told to stop goes on, so that balancers see on `/readyz` that they should send elsewhere. */
  drainMs: number;
  /** How long the counts of days are kept. Those of minutes and hours leave earlier. */
  countersDays: number;
  /** How long entries of the audit log are kept. */
  auditDays: number;
  /** An OpenAI-compatible service that completes filters. Null: there is none, and nothing is sent to one. */
  ai: { url: string; key: string | null; model: string } | null;
  /**
   * What the operator tells everybody who uses the dashboard, such as work on the system. The page at `url` says more,
   * also about what Posthorn notices itself.
   */
  notice: { text: string | null; url: string | null };
  /** What the operator's own programs present. Null: the operator's API does not exist. */
  operatorToken: string | null;
}

/** The same settings after the system has chosen the ports that were 0. A URL with port 0 gets the real port. */
export function withPorts(
  config: Config,
  {
    ingestTlsPort,
    ...ports
  }: { port: number; ingestPort: number; metricsPort?: number | null; ingestTlsPort?: number | null },
): Config {
  const metricsPort = ports.metricsPort ?? config.metricsPort;
  const { certificates, tls } = config;
  const tlsPort = ingestTlsPort ?? tls?.port ?? certificates?.port ?? 0;
  return {
    ...config,
    ...ports,
    metricsPort,
    tls: tls && { ...tls, port: tlsPort },
    certificates: certificates && {
      ...certificates,
      port: tlsPort,
      publicPort: certificates.publicPort === 0 ? tlsPort : certificates.publicPort,
    },
    metricsUrl: config.metricsUrl && metricsPort !== null ? atPort(config.metricsUrl, metricsPort) : null,
    publicUrl: atPort(config.publicUrl, tls ? tlsPort : ports.port),
    ingestUrl: atPort(config.ingestUrl, tls ? tlsPort : ports.ingestPort),
  };
}

function atPort(text: string, port: number): string {
  const url = new URL(text);
  if (url.port !== "0") return text;
  url.port = String(port);
  return url.href.replace(/\/+$/, "");
}

export class ConfigError extends StartRefused {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `Posthorn cannot start with these settings:\n${mistakes.map((mistake) => `  - ${mistake}`).join("\n")}`,
    );
    this.mistakes = mistakes;
  }
}

const NOTICE_MAX_CHARACTERS = 300;
/** One PostgreSQL feeds fewer. */
const PROCESSES_MOST = 64;
const DRAIN_MAX_SECONDS = 300;

export function readConfig(
  environment: Environment = process.env,
  isTerminal: boolean = process.stdout.isTTY,
): Config {
  const reading = createReading(environment);
  const { text, count, token, mistakes } = reading;
  const network = readNetwork(reading);
  const { port, ingestPort, publicUrl } = network;
  const telemetry = readTelemetry(reading, network, isTerminal);
  const { metricsToken, metricsPort } = telemetry;
  const encryption = readEncryption(reading, network, [port, ingestPort, metricsPort]);
  const operatorToken = token("POSTHORN_OPERATOR_TOKEN");
  if (operatorToken !== null && operatorToken === metricsToken)
    mistakes.push("POSTHORN_OPERATOR_TOKEN and POSTHORN_METRICS_TOKEN must differ: scrapers only read");
  const countersDays = count("POSTHORN_COUNTERS_DAYS", COUNTERS_MAX_DAYS) ?? COUNTERS_KEPT_DAYS.day;
  const config: Config = {
    ...network,
    ...encryption,
    ...telemetry,
    ...readBilling(reading, { publicUrl, countersDays }),
    ...readDatabase(reading),
    dataDir: resolve(text("POSTHORN_DATA_DIR") ?? "data"),
    roles: readRoles(reading),
    processes: readProcesses(reading),
    bootstrap: readBootstrap(reading),
    smtp: readSmtp(reading),
    apiRateLimitPerMinute: count("POSTHORN_API_RATE_LIMIT", API_RATE_LIMIT_MAX_PER_MINUTE),
    drainMs: (count("POSTHORN_DRAIN_SECONDS", DRAIN_MAX_SECONDS) ?? 0) * 1_000,
    countersDays,
    auditDays: count("POSTHORN_AUDIT_DAYS", RETENTION_MAX_DAYS) ?? AUDIT_KEPT_DAYS,
    ai: readAi(reading),
    notice: readNotice(reading),
    operatorToken,
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

function readDatabase({ text, mistakes }: Reading): Pick<Config, "databaseUrl" | "masterKey"> {
  const databaseUrl = text("POSTHORN_DATABASE_URL");
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    mistakes.push("POSTHORN_DATABASE_URL must begin with postgres:// or postgresql://");
  const masterKey = text("POSTHORN_MASTER_KEY");
  if (masterKey && masterKey.length < 32)
    mistakes.push(
      "POSTHORN_MASTER_KEY must have at least 32 characters, for example from: openssl rand -base64 32",
    );
  if (databaseUrl && !masterKey)
    mistakes.push(
      "POSTHORN_MASTER_KEY is required with POSTHORN_DATABASE_URL: it seals the secrets in that database",
    );
  return { databaseUrl, masterKey };
}

function readRoles({ list, mistakes }: Reading): Config["roles"] {
  const isRole = (role: string): role is ProcessRole => ROLES.some((known) => known === role);
  const names = list("POSTHORN_ROLES");
  const unknown = names.filter((role) => role !== "all" && !isRole(role));
  if (unknown.length > 0)
    mistakes.push(`POSTHORN_ROLES may list all, ingest, worker and api, not "${unknown.join(", ")}"`);
  return new Set(names.length === 0 || names.includes("all") ? ROLES : names.filter(isRole));
}

function readProcesses({ text, mistakes }: Reading): number | null {
  const value = text("POSTHORN_PROCESSES");
  if (value === null || value.toLowerCase() === "auto") return null;
  if (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= PROCESSES_MOST) return Number(value);
  mistakes.push(`POSTHORN_PROCESSES must be a number from 1 to ${PROCESSES_MOST}, or auto, not "${value}"`);
  return null;
}

function readBootstrap({ text, mistakes }: Reading): Config["bootstrap"] {
  const email = text("POSTHORN_BOOTSTRAP_EMAIL");
  const password = text("POSTHORN_BOOTSTRAP_PASSWORD");
  const apiKey = text("POSTHORN_BOOTSTRAP_API_KEY");
  if ((email === null) !== (password === null) || (apiKey && !email))
    mistakes.push(
      "POSTHORN_BOOTSTRAP_EMAIL and POSTHORN_BOOTSTRAP_PASSWORD go together (and _API_KEY needs both)",
    );
  if (password && password.length < 8)
    mistakes.push("POSTHORN_BOOTSTRAP_PASSWORD must have at least 8 characters");
  if (apiKey && apiKey.length < 24)
    mistakes.push("POSTHORN_BOOTSTRAP_API_KEY must have at least 24 characters");
  return email && password ? { email, password, apiKey } : null;
}

function readSmtp({ text, mistakes }: Reading): Config["smtp"] {
  const url = text("POSTHORN_SMTP_URL");
  if (url && !/^smtps?:\/\//.test(url))
    mistakes.push("POSTHORN_SMTP_URL must begin with smtp:// or smtps://");
  const from = text("POSTHORN_SMTP_FROM") ?? "Posthorn <posthorn@localhost>";
  return url ? { url, from } : null;
}

function readAi({ text, optionalUrl, mistakes }: Reading): Config["ai"] {
  const url = optionalUrl("POSTHORN_AI_URL");
  const key = text("POSTHORN_AI_KEY");
  const model = text("POSTHORN_AI_MODEL");
  if ((url === null) !== (model === null) || (key && url === null))
    mistakes.push("POSTHORN_AI_URL and POSTHORN_AI_MODEL go together (and POSTHORN_AI_KEY needs both)");
  if (key && !HEADER_TEXT.test(key))
    mistakes.push("POSTHORN_AI_KEY must be a key as HTTP can carry it: visible ASCII characters, no spaces");
  return url && model ? { url, key, model } : null;
}

function readNotice({ text: textOf, optionalUrl, mistakes }: Reading): Config["notice"] {
  const text = textOf("POSTHORN_NOTICE");
  const url = optionalUrl("POSTHORN_NOTICE_URL");
  if (text && text.length > NOTICE_MAX_CHARACTERS)
    mistakes.push(`POSTHORN_NOTICE must have at most ${NOTICE_MAX_CHARACTERS} characters`);
  return { text, url };
}
