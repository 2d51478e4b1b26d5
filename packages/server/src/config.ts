/**
 * What did the operator ask for?
 *
 * The only reader of the environment. Every setting has a unit, a default and a sentence in docs/configuration.md. At
 * start, one error reports all mistakes, and says how to fix them.
 */
import { resolve } from "node:path";
import { BILLING_PROVIDERS, type BillingProvider } from "@posthorn/contract/billing";
import {
  API_RATE_LIMIT_MAX_PER_MINUTE,
  AUDIT_KEPT_DAYS,
  COUNTERS_KEPT_DAYS,
  COUNTERS_MAX_DAYS,
  RETENTION_MAX_DAYS,
} from "@posthorn/contract/limits";
import ipaddr from "ipaddr.js";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import { StartRefused } from "./start-refused.ts";

const LOG_FORMATS = ["json", "text"] as const;

export const ROLES = ["ingest", "worker", "api"] as const;
export type ProcessRole = (typeof ROLES)[number];

export interface Config {
  host: string;
  port: number;
  ingestPort: number;
  /** The base of links and source URLs, without a trailing slash. */
  publicUrl: string;
  ingestUrl: string;
  /** The name, or the address, to which custom domains must lead; in small letters. */
  domainTarget: string;
  /** The name servers that are asked about custom domains, as address or address:port. Empty: those of the system. */
  dnsServers: readonly string[];
  /** Posthorn orders the certificates of custom domains. Null: the operator's proxy has them. */
  certificates: CertificatesConfig | null;
  /** TLS ends here for the dashboard and for source URLs. Null: the operator's proxy does that, or nothing. */
  tls: TlsConfig | null;
  dataDir: string;
  /** Null: run the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** Null: generated and kept in `dataDir`, which is allowed only with the embedded database. */
  masterKey: string | null;
  roles: ReadonlySet<ProcessRole>;
  /** How many processes of the gateway run here. Null: as many as the cores and the memory can feed. */
  processes: number | null;
  /** CIDR ranges that deliveries may reach although they are not public. */
  egressAllow: readonly string[];
  /** Names under which the dashboard's port may be reached, besides the public URL's; in small letters. */
  allowedHosts: readonly string[];
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  /** Whether Posthorn may fetch the keys of providers, and confirm their subscriptions. */
  providerFetches: boolean;
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
  /** The operator's file of plans. Null: nothing is limited. */
  plansFile: string | null;
  /** How invoices are paid. `none`: there are no invoices. */
  billing: BillingProvider;
  /** The operator's account at Stripe. Null: another provider, or none, is paid. */
  stripe: StripeConfig | null;
  /** What the operator's own programs present. Null: the operator's API does not exist. */
  operatorToken: string | null;
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

export interface CertificatesConfig {
  /** Of the certificate authority, as RFC 8555 has it. */
  directoryUrl: string;
  /** Where the authority writes to the operator. */
  email: string | null;
  /** How names are proven to the authority. */
  challenge: "http-01" | "dns-01";
  /** Publishes records for dns-01, and sees of the environment what is not a setting of Posthorn. */
  dnsHook: { command: string; environment: Readonly<Record<string, string>> } | null;
  /** Where TLS of custom domains ends. */
  port: number;
  /** The port that their URLs name. */
  publicPort: number;
}

export interface TlsConfig {
  /** Where TLS ends for all names. */
  port: number;
  /** The operator's certificate for both own names. Null: Posthorn orders one for each. */
  files: { cert: string; key: string } | null;
}

export interface StripeConfig {
  secretKey: string;
  /** Goes to browsers. */
  publishableKey: string;
  /** Any of them signs an event; two while one is being replaced. */
  webhookSecrets: readonly string[];
  /** An origin. */
  url: string;
  scriptUrl: string;
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

/** An underscore is no part of a host name, but of names that container networks give out. */
const HOST_NAME = /^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/;
const HEADER_TEXT = /^[!-~]+$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\da-z-]+$/i;
const HEADER_VALUE = /^[\t -~]*$/;
const TOKEN_MIN_CHARACTERS = 24;
/** The longest period of a plan, and the one before it, which is asked for in its last moments. */
const PERIOD_DAYS = 62;
const NOTICE_MAX_CHARACTERS = 300;
/** One PostgreSQL feeds fewer. */
const PROCESSES_MOST = 64;
const DRAIN_MAX_SECONDS = 300;
/** Enough to see what is usual, and rare enough for a busy gateway and its receiver. */
const TRACES_RATIO = 0.01;
const LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";
const EMAIL = /^[^\s@,?&]+@[^\s@,?&]+$/;
const HTTPS_PORT = 443;
const STRIPE_TEST_KEY = /^[a-z]k_test_/;
const STRIPE_URL = "https://api.stripe.com";
const STRIPE_SCRIPT_URL = "https://js.stripe.com/v3/";
const LOOPBACK_RANGES = ["127.0.0.0/8", "::1/128"];

export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  isTerminal = process.stdout.isTTY,
): Config {
  const mistakes: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;

  const port = (name: string, fallback: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
    mistakes.push(`${name} must be a port number from 0 to 65535, not "${value}"`);
    return fallback;
  };
  const count = (name: string, most: number): number | null => {
    const value = text(name);
    if (value === null || value === "0") return null;
    if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value);
    mistakes.push(`${name} must be a number from 1 to ${most}, or 0 for none, not "${value}"`);
    return null;
  };
  const url = (name: string, fallback: string): string => {
    const value = text(name);
    if (value === null) return fallback;
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, "");
    mistakes.push(`${name} must be an http or https URL, not "${value}"`);
    return fallback;
  };
  const list = (name: string): string[] =>
    (text(name) ?? "")
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  const headers = (name: string): Record<string, string> => {
    const read: Record<string, string> = {};
    for (const [at, pair] of list(name).entries()) {
      const [, header = "", value = ""] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
      if (HEADER_NAME.test(header.trim()) && HEADER_VALUE.test(value.trim())) {
        read[header.trim()] = value.trim();
      } else {
        // The text may hold a secret, so the message only counts.
        mistakes.push(`${name} must list name=value, separated by commas; number ${at + 1} is not`);
      }
    }
    return read;
  };

  const host = text("POSTHORN_HOST") ?? "127.0.0.1";
  const linkHost =
    host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const apiPort = port("POSTHORN_PORT", 4400);
  const ingestPort = port("POSTHORN_INGEST_PORT", 4401);
  if (apiPort === ingestPort && apiPort !== 0) {
    mistakes.push(
      "POSTHORN_PORT and POSTHORN_INGEST_PORT must differ: senders never share an origin with the dashboard",
    );
  }

  const databaseUrl = text("POSTHORN_DATABASE_URL");
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    mistakes.push("POSTHORN_DATABASE_URL must begin with postgres:// or postgresql://");
  }
  const masterKey = text("POSTHORN_MASTER_KEY");
  if (masterKey && masterKey.length < 32) {
    mistakes.push(
      "POSTHORN_MASTER_KEY must have at least 32 characters, for example from: openssl rand -base64 32",
    );
  }
  if (databaseUrl && !masterKey) {
    mistakes.push(
      "POSTHORN_MASTER_KEY is required with POSTHORN_DATABASE_URL: it seals the secrets in that database",
    );
  }

  const isRole = (role: string): role is ProcessRole => ROLES.some((known) => known === role);
  const roleNames = list("POSTHORN_ROLES");
  const unknownRoles = roleNames.filter((role) => role !== "all" && !isRole(role));
  if (unknownRoles.length > 0) {
    mistakes.push(`POSTHORN_ROLES may list all, ingest, worker and api, not "${unknownRoles.join(", ")}"`);
  }
  const roles = roleNames.length === 0 || roleNames.includes("all") ? ROLES : roleNames.filter(isRole);

  const email = text("POSTHORN_BOOTSTRAP_EMAIL");
  const password = text("POSTHORN_BOOTSTRAP_PASSWORD");
  const apiKey = text("POSTHORN_BOOTSTRAP_API_KEY");
  if ((email === null) !== (password === null) || (apiKey && !email)) {
    mistakes.push(
      "POSTHORN_BOOTSTRAP_EMAIL and POSTHORN_BOOTSTRAP_PASSWORD go together (and _API_KEY needs both)",
    );
  }
  if (password && password.length < 8)
    mistakes.push("POSTHORN_BOOTSTRAP_PASSWORD must have at least 8 characters");
  if (apiKey && apiKey.length < 24)
    mistakes.push("POSTHORN_BOOTSTRAP_API_KEY must have at least 24 characters");

  const smtpUrl = text("POSTHORN_SMTP_URL");
  if (smtpUrl && !/^smtps?:\/\//.test(smtpUrl))
    mistakes.push("POSTHORN_SMTP_URL must begin with smtp:// or smtps://");

  const aiUrl = text("POSTHORN_AI_URL") === null ? null : url("POSTHORN_AI_URL", "");
  const aiKey = text("POSTHORN_AI_KEY");
  const aiModel = text("POSTHORN_AI_MODEL");
  if ((aiUrl === null) !== (aiModel === null) || (aiKey && aiUrl === null)) {
    mistakes.push("POSTHORN_AI_URL and POSTHORN_AI_MODEL go together (and POSTHORN_AI_KEY needs both)");
  }
  if (aiKey && !HEADER_TEXT.test(aiKey)) {
    mistakes.push("POSTHORN_AI_KEY must be a key as HTTP can carry it: visible ASCII characters, no spaces");
  }

  const token = (name: string): string | null => {
    const value = text(name);
    if (value && (value.length < TOKEN_MIN_CHARACTERS || !HEADER_TEXT.test(value)))
      mistakes.push(
        `${name} must have at least ${TOKEN_MIN_CHARACTERS} visible ASCII characters without spaces, for example from: openssl rand -hex 24`,
      );
    return value;
  };
  const metricsToken = token("POSTHORN_METRICS_TOKEN");
  const operatorToken = token("POSTHORN_OPERATOR_TOKEN");
  if (operatorToken !== null && operatorToken === metricsToken)
    mistakes.push("POSTHORN_OPERATOR_TOKEN and POSTHORN_METRICS_TOKEN must differ: scrapers only read");

  const noticeText = text("POSTHORN_NOTICE");
  const noticeUrl = text("POSTHORN_NOTICE_URL") === null ? null : url("POSTHORN_NOTICE_URL", "");
  if (noticeText && noticeText.length > NOTICE_MAX_CHARACTERS)
    mistakes.push(`POSTHORN_NOTICE must have at most ${NOTICE_MAX_CHARACTERS} characters`);
  const metricsPort = text("POSTHORN_METRICS_PORT") === null ? null : port("POSTHORN_METRICS_PORT", 0);
  if (metricsPort !== null && metricsToken === null) {
    mistakes.push("POSTHORN_METRICS_PORT needs POSTHORN_METRICS_TOKEN: without a token nothing is shown");
  }
  if (metricsPort !== null && metricsPort !== 0 && [apiPort, ingestPort].includes(metricsPort)) {
    mistakes.push("POSTHORN_METRICS_PORT must differ from POSTHORN_PORT and POSTHORN_INGEST_PORT");
  }

  const tracesUrl = text("POSTHORN_OTLP_TRACES_URL") === null ? null : url("POSTHORN_OTLP_TRACES_URL", "");
  const tracesHeaders = headers("POSTHORN_OTLP_TRACES_HEADERS");
  const ratioText = text("POSTHORN_OTLP_TRACES_RATIO");
  const ratio = ratioText === null ? TRACES_RATIO : Number(ratioText);
  if (!(ratio > 0 && ratio <= 1)) {
    mistakes.push(`POSTHORN_OTLP_TRACES_RATIO must be a number above 0, up to 1, not "${ratioText}"`);
  }
  if (tracesUrl === null && (ratioText !== null || Object.keys(tracesHeaders).length > 0)) {
    mistakes.push(
      "POSTHORN_OTLP_TRACES_RATIO and POSTHORN_OTLP_TRACES_HEADERS need POSTHORN_OTLP_TRACES_URL",
    );
  }

  const trackingUrl = text("POSTHORN_TRACKING_URL") === null ? null : url("POSTHORN_TRACKING_URL", "");
  const trackingHeaders = headers("POSTHORN_TRACKING_HEADERS");
  if (trackingUrl === null && Object.keys(trackingHeaders).length > 0)
    mistakes.push("POSTHORN_TRACKING_HEADERS needs POSTHORN_TRACKING_URL");

  const providerFetches = text("POSTHORN_PROVIDER_FETCHES")?.toLowerCase() ?? "on";
  if (!["on", "off"].includes(providerFetches))
    mistakes.push(`POSTHORN_PROVIDER_FETCHES must be on or off, not "${providerFetches}"`);

  const logLevel = text("POSTHORN_LOG_LEVEL")?.toLowerCase() ?? "info";
  if (!isLogLevel(logLevel))
    mistakes.push(`POSTHORN_LOG_LEVEL must be debug, info, warn or error, not "${logLevel}"`);
  const logFormat = text("POSTHORN_LOG")?.toLowerCase() ?? (isTerminal ? "text" : "json");
  if (!isLogFormat(logFormat)) mistakes.push(`POSTHORN_LOG must be json or text, not "${logFormat}"`);

  const publicUrl = url("POSTHORN_PUBLIC_URL", `http://${linkHost}:${apiPort}`);
  const ingestUrl = url("POSTHORN_INGEST_URL", `http://${linkHost}:${ingestPort}`);
  const domainTarget = text("POSTHORN_DOMAIN_TARGET")?.toLowerCase().replace(/\.$/, "") ?? hostOf(ingestUrl);
  if (!HOST_NAME.test(domainTarget) && !ipaddr.isValid(domainTarget))
    mistakes.push(
      `POSTHORN_DOMAIN_TARGET must be a host name or an address, without scheme and port, not "${domainTarget}"`,
    );
  const dnsServers = list("POSTHORN_DNS_SERVERS");
  for (const server of dnsServers) {
    if (!isNameServer(server))
      mistakes.push(
        `POSTHORN_DNS_SERVERS must list addresses of name servers, such as 9.9.9.9 or 127.0.0.1:5353, not "${server}"`,
      );
  }
  const reading = { text, list, url, port, mistakes, environment };
  const ofDomains = readCertificates(reading);
  const tls = readTls(reading, { publicUrl, ingestUrl, hasAcme: ofDomains !== null });
  // One port for all names: on the internet there is one 443.
  const publicPort = Number(new URL(ingestUrl).port) || HTTPS_PORT;
  const certificates = ofDomains && tls ? { ...ofDomains, port: tls.port, publicPort } : ofDomains;
  const tlsPort = tls?.port ?? certificates?.port ?? 0;
  if (tlsPort !== 0 && [apiPort, ingestPort, metricsPort].includes(tlsPort))
    mistakes.push(
      `${tls ? "POSTHORN_TLS_PORT" : "POSTHORN_INGEST_TLS_PORT"} must differ from POSTHORN_PORT, POSTHORN_INGEST_PORT and POSTHORN_METRICS_PORT`,
    );
  const allowedHosts = list("POSTHORN_ALLOWED_HOSTS").map((name) => name.toLowerCase());
  for (const name of allowedHosts) {
    if (!HOST_NAME.test(name))
      mistakes.push(
        `POSTHORN_ALLOWED_HOSTS must list host names without scheme and port, such as posthorn.internal, not "${name}"`,
      );
  }
  const egress = list("POSTHORN_EGRESS_ALLOW");
  const trustedProxies = list("POSTHORN_TRUSTED_PROXIES");
  for (const [name, ranges] of Object.entries({
    POSTHORN_EGRESS_ALLOW: egress,
    POSTHORN_TRUSTED_PROXIES: trustedProxies,
  })) {
    for (const range of ranges) {
      if (!isRange(range)) mistakes.push(`${name} must list addresses or CIDR ranges, not "${range}"`);
    }
  }
  const processes = readProcesses(text("POSTHORN_PROCESSES"), mistakes);
  const drainSeconds = count("POSTHORN_DRAIN_SECONDS", DRAIN_MAX_SECONDS) ?? 0;
  const countersDays = count("POSTHORN_COUNTERS_DAYS", COUNTERS_MAX_DAYS) ?? COUNTERS_KEPT_DAYS.day;
  const auditDays = count("POSTHORN_AUDIT_DAYS", RETENTION_MAX_DAYS) ?? AUDIT_KEPT_DAYS;
  const plansFile = text("POSTHORN_PLANS");
  if (plansFile !== null && countersDays < PERIOD_DAYS)
    mistakes.push(
      `POSTHORN_COUNTERS_DAYS must be at least ${PERIOD_DAYS} with POSTHORN_PLANS: usage is counted for a month`,
    );
  const billing = text("POSTHORN_BILLING")?.toLowerCase() ?? "none";
  if (!isBillingProvider(billing))
    mistakes.push(`POSTHORN_BILLING must be ${BILLING_PROVIDERS.join(" or ")}, not "${billing}"`);
  else if (billing !== "none" && plansFile === null)
    mistakes.push("POSTHORN_BILLING needs POSTHORN_PLANS: the file of plans has the prices");
  if (billing === "test" && !isLoopback(hostOf(publicUrl)))
    mistakes.push(
      `POSTHORN_BILLING=test moves no money, so it is only for your own machine: POSTHORN_PUBLIC_URL must then be http://127.0.0.1 or localhost, not "${publicUrl}"`,
    );
  const stripe = billing === "stripe" ? readStripe({ text, list, url, mistakes }) : null;
  const apiRateLimitPerMinute = count("POSTHORN_API_RATE_LIMIT", API_RATE_LIMIT_MAX_PER_MINUTE);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    host,
    port: apiPort,
    ingestPort,
    publicUrl,
    ingestUrl,
    domainTarget,
    dnsServers,
    certificates,
    tls,
    dataDir: resolve(text("POSTHORN_DATA_DIR") ?? "data"),
    databaseUrl,
    masterKey,
    roles: new Set(roles),
    processes,
    egressAllow: egress.length > 0 ? egress : isLoopback(host) ? LOOPBACK_RANGES : [],
    allowedHosts,
    trustedProxies,
    providerFetches: providerFetches === "on",
    bootstrap: email && password ? { email, password, apiKey } : null,
    smtp: smtpUrl
      ? { url: smtpUrl, from: text("POSTHORN_SMTP_FROM") ?? "Posthorn <posthorn@localhost>" }
      : null,
    apiRateLimitPerMinute,
    drainMs: drainSeconds * 1_000,
    countersDays,
    auditDays,
    ai: aiUrl && aiModel ? { url: aiUrl, key: aiKey, model: aiModel } : null,
    notice: { text: noticeText, url: noticeUrl },
    plansFile: plansFile === null ? null : resolve(plansFile),
    billing: isBillingProvider(billing) ? billing : "none",
    stripe,
    operatorToken,
    metricsToken,
    metricsPort,
    metricsUrl: metricsPort === null ? null : `http://${linkHost}:${metricsPort}/metrics`,
    traces: tracesUrl === null ? null : { url: tracesUrl, headers: tracesHeaders, ratio },
    // As it is: a slash at its end counts.
    tracking:
      trackingUrl === null
        ? null
        : { url: text("POSTHORN_TRACKING_URL") ?? trackingUrl, headers: trackingHeaders },
    log: {
      level: isLogLevel(logLevel) ? logLevel : "info",
      format: isLogFormat(logFormat) ? logFormat : "json",
      isColoured: isTerminal ? !environment["NO_COLOR"] : false, // on a pipe, isTTY is undefined
    },
  };
}

interface Reading {
  text: (name: string) => string | null;
  list: (name: string) => string[];
  url: (name: string, fallback: string) => string;
  mistakes: string[];
}

interface ReadingOfCertificates extends Reading {
  port: (name: string, fallback: number) => number;
  environment: Readonly<Record<string, string | undefined>>;
}

const OF_CERTIFICATES = [
  "POSTHORN_ACME_DIRECTORY_URL",
  "POSTHORN_ACME_EMAIL",
  "POSTHORN_ACME_TERMS_AGREED",
  "POSTHORN_ACME_CHALLENGE",
  "POSTHORN_ACME_DNS_HOOK",
  "POSTHORN_INGEST_TLS_PORT",
  "POSTHORN_INGEST_TLS_PUBLIC_PORT",
] as const;

function readCertificates(reading: ReadingOfCertificates): CertificatesConfig | null {
  const { text, url, port, mistakes, environment } = reading;
  const kind = text("POSTHORN_CERTIFICATES")?.toLowerCase() ?? "off";
  if (kind !== "acme") {
    if (kind !== "off") mistakes.push(`POSTHORN_CERTIFICATES must be acme or off, not "${kind}"`);
    for (const name of OF_CERTIFICATES)
      if (kind === "off" && text(name) !== null) mistakes.push(`${name} needs POSTHORN_CERTIFICATES=acme`);
    return null;
  }
  const email = text("POSTHORN_ACME_EMAIL");
  if (email !== null && !EMAIL.test(email))
    mistakes.push(`POSTHORN_ACME_EMAIL must be one email address, not "${email}"`);
  if (text("POSTHORN_ACME_TERMS_AGREED")?.toLowerCase() !== "yes")
    mistakes.push(
      "POSTHORN_ACME_TERMS_AGREED must be yes with POSTHORN_CERTIFICATES=acme, after you have read the terms of the certificate authority: Posthorn agrees to them in your name",
    );
  const challenge = text("POSTHORN_ACME_CHALLENGE")?.toLowerCase() ?? "http-01";
  const command = text("POSTHORN_ACME_DNS_HOOK");
  if (challenge !== "http-01" && challenge !== "dns-01")
    mistakes.push(`POSTHORN_ACME_CHALLENGE must be http-01 or dns-01, not "${challenge}"`);
  if (challenge === "dns-01" && command === null)
    mistakes.push(
      "POSTHORN_ACME_DNS_HOOK is required with POSTHORN_ACME_CHALLENGE=dns-01: the path of a command that publishes a TXT record",
    );
  const tlsPort = port("POSTHORN_INGEST_TLS_PORT", 4402);
  return {
    directoryUrl: url("POSTHORN_ACME_DIRECTORY_URL", LETS_ENCRYPT),
    email,
    challenge: challenge === "dns-01" ? "dns-01" : "http-01",
    dnsHook: command === null ? null : { command, environment: withoutSettings(environment) },
    port: tlsPort,
    publicPort: port("POSTHORN_INGEST_TLS_PUBLIC_PORT", tlsPort),
  };
}

function readTls(
  { text, port, mistakes }: ReadingOfCertificates,
  { publicUrl, ingestUrl, hasAcme }: { publicUrl: string; ingestUrl: string; hasAcme: boolean },
): TlsConfig | null {
  const kind = text("POSTHORN_TLS")?.toLowerCase() ?? "off";
  const cert = text("POSTHORN_TLS_CERT");
  const key = text("POSTHORN_TLS_KEY");
  if (!["off", "files", "acme"].includes(kind))
    mistakes.push(`POSTHORN_TLS must be files, acme or off, not "${kind}"`);
  if (kind === "files" ? cert === null || key === null : cert !== null || key !== null)
    mistakes.push(
      "POSTHORN_TLS=files, POSTHORN_TLS_CERT and POSTHORN_TLS_KEY go together: the paths of a certificate and its key",
    );
  if (kind !== "files" && kind !== "acme") {
    if (kind === "off" && text("POSTHORN_TLS_PORT") !== null)
      mistakes.push("POSTHORN_TLS_PORT needs POSTHORN_TLS=files or acme");
    return null;
  }
  if (kind === "acme" && !hasAcme)
    mistakes.push("POSTHORN_TLS=acme needs POSTHORN_CERTIFICATES=acme, which orders the certificates");
  for (const name of ["POSTHORN_INGEST_TLS_PORT", "POSTHORN_INGEST_TLS_PUBLIC_PORT"])
    if (text(name) !== null)
      mistakes.push(`${name} does not go with POSTHORN_TLS: all names share POSTHORN_TLS_PORT`);
  const hosts = [publicUrl, ingestUrl].map(hostOf);
  const areHttps = [publicUrl, ingestUrl].every((base) => new URL(base).protocol === "https:");
  if (!areHttps || hosts[0] === hosts[1] || hosts.some((host) => ipaddr.isValid(host)))
    mistakes.push(
      "POSTHORN_TLS needs POSTHORN_PUBLIC_URL and POSTHORN_INGEST_URL, both with https and with different host names: the name decides who answers",
    );
  return {
    port: port("POSTHORN_TLS_PORT", 4402),
    files: cert !== null && key !== null ? { cert, key } : null,
  };
}

/** Our settings have the master key and other secrets. */
function withoutSettings(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !name.startsWith("POSTHORN_")) others[name] = value;
  return others;
}

/** No mistake quotes a key: it goes to the log and the terminal. */
function readStripe({ text, list, url, mistakes }: Reading): StripeConfig {
  const key = (name: string, form: RegExp, begins: string): string => {
    const value = text(name) ?? "";
    if (value === "")
      mistakes.push(`${name} is required with POSTHORN_BILLING=stripe; it begins with ${begins}`);
    else if (!form.test(value))
      mistakes.push(`${name} must begin with ${begins}: copy it from Stripe's dashboard`);
    return value;
  };
  const secretKey = key("POSTHORN_STRIPE_SECRET_KEY", /^[sr]k_[\w-]+$/, "sk_ or rk_");
  const publishableKey = key("POSTHORN_STRIPE_PUBLISHABLE_KEY", /^pk_[\w-]+$/, "pk_");
  if (STRIPE_TEST_KEY.test(secretKey) !== STRIPE_TEST_KEY.test(publishableKey) && secretKey && publishableKey)
    mistakes.push(
      "POSTHORN_STRIPE_SECRET_KEY and POSTHORN_STRIPE_PUBLISHABLE_KEY must be of the same mode: one is for tests, and one moves money",
    );
  const webhookSecrets = list("POSTHORN_STRIPE_WEBHOOK_SECRET");
  if (webhookSecrets.length === 0) key("POSTHORN_STRIPE_WEBHOOK_SECRET", /./, "whsec_");
  else if (!webhookSecrets.every((secret) => /^whsec_[\w+/=-]+$/.test(secret)))
    mistakes.push(
      "POSTHORN_STRIPE_WEBHOOK_SECRET must begin with whsec_: copy it from the webhook's page in Stripe's dashboard. While it is being replaced, list both, separated by a comma",
    );
  const apiUrl = url("POSTHORN_STRIPE_URL", STRIPE_URL);
  if (new URL(apiUrl).href !== `${new URL(apiUrl).origin}/`)
    mistakes.push("POSTHORN_STRIPE_URL must be only scheme, host and port, such as http://127.0.0.1:12111");
  url("POSTHORN_STRIPE_SCRIPT_URL", "");
  const scriptUrl = text("POSTHORN_STRIPE_SCRIPT_URL") ?? STRIPE_SCRIPT_URL; // as it is: a slash at its end counts
  return { secretKey, publishableKey, webhookSecrets, url: apiUrl, scriptUrl };
}

function readProcesses(value: string | null, mistakes: string[]): number | null {
  if (value === null || value.toLowerCase() === "auto") return null;
  if (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= PROCESSES_MOST) return Number(value);
  mistakes.push(`POSTHORN_PROCESSES must be a number from 1 to ${PROCESSES_MOST}, or auto, not "${value}"`);
  return null;
}

/** Returns whether only programs on this machine can reach this host. */
export function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  return ipaddr.isValid(host) && ipaddr.parse(host).range() === "loopback";
}

/** Without the brackets of an IPv6 address. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

function isLogLevel(level: string): level is LogLevel {
  return LOG_LEVELS.some((known) => known === level);
}

function isBillingProvider(name: string): name is BillingProvider {
  return BILLING_PROVIDERS.some((known) => known === name);
}

function isLogFormat(format: string): format is Config["log"]["format"] {
  return LOG_FORMATS.some((known) => known === format);
}

/** Of an IPv6 address, the port follows the brackets. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return ipaddr.isValid(address) && /[.:]/.test(address) && Number(port) >= 1 && Number(port) <= 65_535;
}

function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}
