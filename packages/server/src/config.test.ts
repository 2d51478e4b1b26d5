import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig, withPorts } from "./config.ts";

test("without any setting the product runs for one person on one machine", () => {
  const config = readConfig({});

  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 4400,
    ingestPort: 4401,
    publicUrl: "http://127.0.0.1:4400",
    ingestUrl: "http://127.0.0.1:4401",
    databaseUrl: null,
    masterKey: null,
    egressAllow: ["127.0.0.0/8", "::1/128"],
    bootstrap: null,
    smtp: null,
    apiRateLimitPerMinute: null,
    ai: null,
    providerFetches: true,
    processes: null,
    notice: { text: null, url: null },
    plansFile: null,
    operatorToken: null,
    metricsToken: null,
    metricsPort: null,
    certificates: null,
    traces: null,
    tracking: null,
    log: { level: "info" },
  });
  expect([...config.roles]).toEqual(["ingest", "worker", "api"]);
});

test("open to the network, deliveries no longer reach loopback unless it is listed", () => {
  expect(readConfig({ POSTHORN_HOST: "0.0.0.0" }).egressAllow).toEqual([]);
  expect(
    readConfig({ POSTHORN_HOST: "0.0.0.0", POSTHORN_EGRESS_ALLOW: "10.0.0.0/8, ::1" }).egressAllow,
  ).toEqual(["10.0.0.0/8", "::1"]);
});

test("a link made from port 0 carries the port that the system chose, also on IPv6", () => {
  const asked = readConfig({ POSTHORN_HOST: "::1", POSTHORN_PORT: "0", POSTHORN_INGEST_PORT: "0" });

  expect(withPorts(asked, { port: 41_001, ingestPort: 41_002 })).toMatchObject({
    port: 41_001,
    ingestPort: 41_002,
    publicUrl: "http://[::1]:41001",
    ingestUrl: "http://[::1]:41002",
  });
});

test("a URL that the operator set stays as it is, whatever the port", () => {
  const asked = readConfig({
    POSTHORN_PORT: "0",
    POSTHORN_PUBLIC_URL: "https://posthorn.example.com",
    POSTHORN_INGEST_URL: "https://example.com/hooks",
  });

  expect(withPorts(asked, { port: 41_001, ingestPort: 4401 })).toMatchObject({
    publicUrl: "https://posthorn.example.com",
    ingestUrl: "https://example.com/hooks",
  });
});

const ACME = { POSTHORN_CERTIFICATES: "acme", POSTHORN_ACME_TERMS_AGREED: "yes" };

test("certificates are ordered where the operator has agreed to the authority's terms", () => {
  expect(readConfig(ACME).certificates).toEqual({
    directoryUrl: "https://acme-v02.api.letsencrypt.org/directory",
    email: null,
    challenge: "http-01",
    dnsHook: null,
    port: 4402,
    publicPort: 4402,
  });
  expect(() => readConfig({ POSTHORN_CERTIFICATES: "acme" })).toThrow(
    /POSTHORN_ACME_TERMS_AGREED must be yes/,
  );
  const chosen = readConfig({
    ...ACME,
    POSTHORN_INGEST_TLS_PORT: "0",
    POSTHORN_INGEST_TLS_PUBLIC_PORT: "443",
  });
  expect(withPorts(chosen, { port: 1, ingestPort: 2, ingestTlsPort: 41_003 }).certificates).toMatchObject({
    port: 41_003,
    publicPort: 443,
  });
  const system = readConfig({ ...ACME, POSTHORN_INGEST_TLS_PORT: "0" });
  expect(withPorts(system, { port: 1, ingestPort: 2, ingestTlsPort: 41_003 }).certificates).toMatchObject({
    port: 41_003,
    publicPort: 41_003,
  });
});

const OWN_NAMES = {
  POSTHORN_PUBLIC_URL: "https://posthorn.example.com",
  POSTHORN_INGEST_URL: "https://hooks.example.com",
};

test("one machine on the internet needs no proxy: all names share one port of TLS", () => {
  const ordered = readConfig({ ...ACME, ...OWN_NAMES, POSTHORN_TLS: "acme", POSTHORN_TLS_PORT: "443" });
  expect(ordered).toMatchObject({
    tls: { port: 443, files: null },
    certificates: { port: 443, publicPort: 443 },
  });
  const files = {
    POSTHORN_TLS: "files",
    POSTHORN_TLS_CERT: "/tls/cert.pem",
    POSTHORN_TLS_KEY: "/tls/key.pem",
  };
  expect(readConfig({ ...OWN_NAMES, ...files })).toMatchObject({
    tls: { port: 4402, files: { cert: "/tls/cert.pem", key: "/tls/key.pem" } },
    certificates: null,
  });
  expect(readConfig({}).tls).toBeNull();
  const system = readConfig({
    ...ACME,
    POSTHORN_TLS: "acme",
    POSTHORN_TLS_PORT: "0",
    POSTHORN_PUBLIC_URL: "https://posthorn.example.com:0",
    POSTHORN_INGEST_URL: "https://hooks.example.com",
  });
  expect(withPorts(system, { port: 1, ingestPort: 2, ingestTlsPort: 41_003 })).toMatchObject({
    tls: { port: 41_003 },
    publicUrl: "https://posthorn.example.com:41003",
    ingestUrl: "https://hooks.example.com",
  });
});

test("the command that publishes records sees no setting of Posthorn", () => {
  const { certificates } = readConfig({
    ...ACME,
    POSTHORN_ACME_CHALLENGE: "dns-01",
    POSTHORN_ACME_DNS_HOOK: "/usr/local/bin/publish-record",
    POSTHORN_MASTER_KEY: "k".repeat(32),
    DNS_TOKEN: "of the provider",
  });

  expect(certificates?.dnsHook).toEqual({
    command: "/usr/local/bin/publish-record",
    environment: { DNS_TOKEN: "of the provider" },
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ POSTHORN_CERTIFICATES: "on" }, /POSTHORN_CERTIFICATES must be acme or off, not "on"/],
  [{ POSTHORN_INGEST_TLS_PORT: "443" }, /POSTHORN_INGEST_TLS_PORT needs POSTHORN_CERTIFICATES=acme/],
  [{ ...ACME, POSTHORN_ACME_CHALLENGE: "tls-alpn-01" }, /POSTHORN_ACME_CHALLENGE must be http-01 or dns-01/],
  [{ ...ACME, POSTHORN_ACME_CHALLENGE: "dns-01" }, /POSTHORN_ACME_DNS_HOOK is required/],
  [{ ...ACME, POSTHORN_ACME_EMAIL: "two@a.test,b@b.test" }, /POSTHORN_ACME_EMAIL must be one email address/],
  [
    { ...ACME, POSTHORN_ACME_DIRECTORY_URL: "ca.test" },
    /POSTHORN_ACME_DIRECTORY_URL must be an http or https URL/,
  ],
  [{ ...ACME, POSTHORN_INGEST_TLS_PORT: "4401" }, /POSTHORN_INGEST_TLS_PORT must differ/],
  [{ POSTHORN_TLS: "on" }, /POSTHORN_TLS must be files, acme or off, not "on"/],
  [{ ...OWN_NAMES, POSTHORN_TLS: "acme" }, /POSTHORN_TLS=acme needs POSTHORN_CERTIFICATES=acme/],
  [{ ...OWN_NAMES, POSTHORN_TLS: "files", POSTHORN_TLS_CERT: "/cert.pem" }, /POSTHORN_TLS_KEY go together/],
  [{ POSTHORN_TLS_CERT: "/cert.pem", POSTHORN_TLS_KEY: "/key.pem" }, /POSTHORN_TLS=files/],
  [{ POSTHORN_TLS_PORT: "443" }, /POSTHORN_TLS_PORT needs POSTHORN_TLS/],
  [{ ...ACME, POSTHORN_TLS: "acme" }, /both with https and with different host names/],
  [
    { ...ACME, ...OWN_NAMES, POSTHORN_TLS: "acme", POSTHORN_INGEST_TLS_PORT: "443" },
    /POSTHORN_INGEST_TLS_PORT does not go with POSTHORN_TLS/,
  ],
  [
    { ...ACME, ...OWN_NAMES, POSTHORN_TLS: "acme", POSTHORN_TLS_PORT: "4400" },
    /POSTHORN_TLS_PORT must differ/,
  ],
])("%j is a mistake", (settings, message) => {
  expect(() => readConfig(settings)).toThrow(message);
});

test("all mistakes are told at once", () => {
  const mistaken = {
    POSTHORN_PORT: "http",
    POSTHORN_INGEST_PORT: "99999",
    POSTHORN_PUBLIC_URL: "posthorn.test",
    POSTHORN_DATABASE_URL: "mysql://x",
    POSTHORN_MASTER_KEY: "short",
    POSTHORN_ROLES: "ingest, cook",
    POSTHORN_PROCESSES: "all",
    POSTHORN_BOOTSTRAP_EMAIL: "a@b.test",
    POSTHORN_SMTP_URL: "mail.test",
    POSTHORN_EGRESS_ALLOW: "10.0.0.0/8, office",
    POSTHORN_TRUSTED_PROXIES: "my-proxy",
    POSTHORN_ALLOWED_HOSTS: "https://posthorn.internal",
    POSTHORN_API_RATE_LIMIT: "many",
    POSTHORN_AI_URL: "api.openai.com",
    POSTHORN_AI_KEY: "two words",
    POSTHORN_METRICS_TOKEN: "guessable",
    POSTHORN_METRICS_PORT: "scrapes",
    POSTHORN_OTLP_TRACES_URL: "collector:4318",
    POSTHORN_OTLP_TRACES_HEADERS: "api-key",
    POSTHORN_OTLP_TRACES_RATIO: "1%",
    POSTHORN_PROVIDER_FETCHES: "no",
    POSTHORN_LOG_LEVEL: "chatty",
    POSTHORN_LOG: "xml",
  };

  let told: readonly string[] = [];
  try {
    readConfig(mistaken);
  } catch (error) {
    if (error instanceof ConfigError) told = error.mistakes;
  }

  for (const setting of Object.keys(mistaken)) expect(told.join("\n")).toContain(setting);
});

const limit = (value: string) => readConfig({ POSTHORN_API_RATE_LIMIT: value }).apiRateLimitPerMinute;

test("calls of the API are limited when the operator says so, and 0 says that they are not", () => {
  expect([limit("240"), limit("0"), limit("1000000")]).toEqual([240, null, 1_000_000]);
  expect(() => limit("1000001")).toThrow("must be a number from 1 to 1000000");
  expect(() => limit("-1")).toThrow("POSTHORN_API_RATE_LIMIT");
});

const fetches = (value?: string) => readConfig({ POSTHORN_PROVIDER_FETCHES: value }).providerFetches;

test("an operator can turn fetches from providers off", () => {
  expect([fetches(), fetches("on"), fetches("Off")]).toEqual([true, true, false]);
  expect(() => fetches("false")).toThrow('must be on or off, not "false"');
});

const hosts = (value: string) => readConfig({ POSTHORN_ALLOWED_HOSTS: value }).allowedHosts;

test("further host names are names alone, in any letter case", () => {
  expect(hosts("Posthorn.internal, my_gateway")).toEqual(["posthorn.internal", "my_gateway"]);
  expect(() => hosts("posthorn.internal:4400")).toThrow("without scheme and port");
  expect(() => hosts("*.internal")).toThrow("POSTHORN_ALLOWED_HOSTS");
});

test("the log level is one of four, in any letter case", () => {
  expect(readConfig({ POSTHORN_LOG_LEVEL: "Debug" }).log.level).toBe("debug");
  expect(() => readConfig({ POSTHORN_LOG_LEVEL: "trace" })).toThrow("debug, info, warn or error");
});

const format = (isTerminal: boolean, chosen?: string) =>
  readConfig({ POSTHORN_LOG: chosen }, isTerminal).log.format;

test("the log is text for a terminal and JSON for a pipe, unless the operator chooses", () => {
  expect([format(true), format(false)]).toEqual(["text", "json"]);
  expect([format(true, "json"), format(false, "Text")]).toEqual(["json", "text"]);
});

const isColoured = (isTerminal: boolean, environment = {}) =>
  readConfig(environment, isTerminal).log.isColoured;

test("only a terminal gets colour, and not one that asks for none", () => {
  expect([isColoured(true), isColoured(false, { POSTHORN_LOG: "text" })]).toEqual([true, false]);
  expect([isColoured(true, { NO_COLOR: "1" }), isColoured(true, { NO_COLOR: "" })]).toEqual([false, true]);
});

test("an AI service needs an address and a model; a key only if the service asks for one", () => {
  const local = { POSTHORN_AI_URL: "http://127.0.0.1:11434/v1/", POSTHORN_AI_MODEL: "llama" };

  expect(readConfig(local).ai).toEqual({ url: "http://127.0.0.1:11434/v1", key: null, model: "llama" });
  expect(readConfig({ ...local, POSTHORN_AI_KEY: "sk-1" }).ai?.key).toBe("sk-1");
  expect(() => readConfig({ POSTHORN_AI_KEY: "sk-1" })).toThrow("POSTHORN_AI_URL");
});

test.each([
  [{ POSTHORN_PORT: "4500", POSTHORN_INGEST_PORT: "4500" }, "must differ"],
  [{ POSTHORN_DATABASE_URL: "postgres://db/x" }, "POSTHORN_MASTER_KEY is required"],
  [{ POSTHORN_BOOTSTRAP_API_KEY: "x".repeat(24) }, "go together"],
  [{ POSTHORN_AI_MODEL: "gpt-5" }, "go together"],
  [{ POSTHORN_METRICS_PORT: "9400" }, "needs POSTHORN_METRICS_TOKEN"],
  [{ POSTHORN_METRICS_PORT: "4401", POSTHORN_METRICS_TOKEN: "t".repeat(24) }, "must differ"],
  [{ POSTHORN_OTLP_TRACES_RATIO: "0.5" }, "need POSTHORN_OTLP_TRACES_URL"],
  [{ POSTHORN_OTLP_TRACES_URL: "http://c:4318", POSTHORN_OTLP_TRACES_RATIO: "0" }, "above 0, up to 1"],
])("%j is refused: %s", (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason);
});

test("traces need an address; one request in a hundred is traced unless the operator says otherwise", () => {
  const POSTHORN_OTLP_TRACES_URL = "http://collector:4318/";

  expect(readConfig({ POSTHORN_OTLP_TRACES_URL }).traces).toEqual({
    url: "http://collector:4318",
    headers: {},
    ratio: 0.01,
  });
  const POSTHORN_OTLP_TRACES_HEADERS = "api-key=a=b, Authorization=Basic abc==";
  const set = { POSTHORN_OTLP_TRACES_URL, POSTHORN_OTLP_TRACES_HEADERS, POSTHORN_OTLP_TRACES_RATIO: "1" };
  expect(readConfig(set).traces).toMatchObject({
    headers: { "api-key": "a=b", Authorization: "Basic abc==" },
    ratio: 1,
  });
});

test("product events go nowhere until the operator sets an address, which stays as it is written", () => {
  expect(readConfig({}).tracking).toBeNull();
  expect(
    readConfig({
      POSTHORN_TRACKING_URL: "http://collector:8080/in/?from=posthorn",
      POSTHORN_TRACKING_HEADERS: "Authorization=Bearer abc==",
    }).tracking,
  ).toEqual({
    url: "http://collector:8080/in/?from=posthorn",
    headers: { Authorization: "Bearer abc==" },
  });
  expect(() => readConfig({ POSTHORN_TRACKING_URL: "collector" })).toThrow("POSTHORN_TRACKING_URL must be");
  expect(() => readConfig({ POSTHORN_TRACKING_HEADERS: "a=b" })).toThrow("needs POSTHORN_TRACKING_URL");
});

test("a mistake in the headers of traces is reported without their text", () => {
  const set = { POSTHORN_OTLP_TRACES_URL: "http://c", POSTHORN_OTLP_TRACES_HEADERS: "a=1,my secret" };

  expect(() => readConfig(set)).toThrow("number 2 is not");
  expect(() => readConfig(set)).not.toThrow("my secret");
});

test("the page of settings lists exactly the settings that are read", () => {
  const areas = readdirSync(join(import.meta.dirname, "config")).map((file) => join("config", file));
  const read = new Set(
    ["config.ts", ...areas].flatMap((file) =>
      Array.from(
        readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/"(POSTHORN_[A-Z_]+)"/g),
        ([, name]) => name,
      ),
    ),
  );
  const page = readFileSync(join(import.meta.dirname, "../../../docs/configuration.md"), "utf8");
  const listed = new Set([...page.matchAll(/^\| `(POSTHORN_[A-Z_]+)`/gm)].map((match) => match[1]));

  expect(listed).toEqual(read);
});

test("a process drains for the seconds that it was given, up to five minutes, and for none otherwise", () => {
  expect(readConfig({}).drainMs).toBe(0);
  expect(readConfig({ POSTHORN_DRAIN_SECONDS: "15" }).drainMs).toBe(15_000);
  expect(() => readConfig({ POSTHORN_DRAIN_SECONDS: "301" })).toThrow(
    "POSTHORN_DRAIN_SECONDS must be a number from 1 to 300",
  );
});

test("plans need counts of a whole period, and the operator's token is not that of scrapers", () => {
  const token = "t".repeat(24);

  expect(() => readConfig({ POSTHORN_PLANS: "plans.yaml", POSTHORN_COUNTERS_DAYS: "30" })).toThrow(
    "POSTHORN_COUNTERS_DAYS must be at least 62 with POSTHORN_PLANS",
  );
  expect(() => readConfig({ POSTHORN_OPERATOR_TOKEN: "short" })).toThrow("POSTHORN_OPERATOR_TOKEN must have");
  expect(() => readConfig({ POSTHORN_OPERATOR_TOKEN: token, POSTHORN_METRICS_TOKEN: token })).toThrow(
    "POSTHORN_OPERATOR_TOKEN and POSTHORN_METRICS_TOKEN must differ",
  );
  expect(readConfig({ POSTHORN_PLANS: "plans.yaml" }).plansFile).toBe(join(process.cwd(), "plans.yaml"));
});

test("billing is one that exists, and needs prices", () => {
  const plans = { POSTHORN_PLANS: "plans.yaml" };
  expect(readConfig(plans).billing).toBe("none");
  expect(readConfig({ ...plans, POSTHORN_BILLING: "Ledger" }).billing).toBe("ledger");
  expect(() => readConfig({ ...plans, POSTHORN_BILLING: "paypal" })).toThrow(
    'POSTHORN_BILLING must be none or ledger or test or stripe, not "paypal"',
  );
  expect(() => readConfig({ POSTHORN_BILLING: "ledger" })).toThrow("POSTHORN_BILLING needs POSTHORN_PLANS");
});

const STRIPE = {
  POSTHORN_PLANS: "plans.yaml",
  POSTHORN_BILLING: "stripe",
  POSTHORN_STRIPE_SECRET_KEY: "sk_test_a_secret",
  POSTHORN_STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  POSTHORN_STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2",
};

test("with Stripe there are keys of one mode, and one or two secrets of the webhook", () => {
  expect(readConfig(STRIPE).stripe).toEqual({
    secretKey: "sk_test_a_secret",
    publishableKey: "pk_test_1",
    webhookSecrets: ["whsec_1", "whsec_2"],
    url: "https://api.stripe.com",
    scriptUrl: "https://js.stripe.com/v3/",
  });
  expect(readConfig({ ...STRIPE, POSTHORN_BILLING: "ledger" }).stripe).toBeNull();
  const elsewhere = {
    POSTHORN_STRIPE_URL: "http://127.0.0.1:12111/",
    POSTHORN_STRIPE_SCRIPT_URL: "http://127.0.0.1:12111/v3/",
  };
  expect(readConfig({ ...STRIPE, ...elsewhere }).stripe).toMatchObject({
    url: "http://127.0.0.1:12111",
    scriptUrl: "http://127.0.0.1:12111/v3/",
  });
});

function mistakesOf(settings: Record<string, string>): readonly string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.mistakes : [];
  }
}

test("all mistakes about Stripe are told at once, and none has a secret in it", () => {
  const { POSTHORN_PLANS, POSTHORN_BILLING } = STRIPE;
  expect(mistakesOf({ POSTHORN_PLANS, POSTHORN_BILLING })).toEqual([
    expect.stringContaining("POSTHORN_STRIPE_SECRET_KEY is required"),
    expect.stringContaining("POSTHORN_STRIPE_PUBLISHABLE_KEY is required"),
    expect.stringContaining("POSTHORN_STRIPE_WEBHOOK_SECRET is required"),
  ]);
  const wrong = {
    ...STRIPE,
    POSTHORN_STRIPE_SECRET_KEY: "pk_test_a_secret",
    POSTHORN_STRIPE_PUBLISHABLE_KEY: "sk_live_a_secret",
    POSTHORN_STRIPE_WEBHOOK_SECRET: "a_secret",
    POSTHORN_STRIPE_URL: "https://stripe.example.com/v1",
    POSTHORN_STRIPE_SCRIPT_URL: "js.stripe.com",
  };
  const mistakes = mistakesOf(wrong);
  expect(mistakes.join()).not.toContain("a_secret");
  expect(mistakes.map((mistake) => mistake.split(" ")[0])).toEqual([
    "POSTHORN_STRIPE_SECRET_KEY",
    "POSTHORN_STRIPE_PUBLISHABLE_KEY",
    "POSTHORN_STRIPE_SECRET_KEY",
    "POSTHORN_STRIPE_WEBHOOK_SECRET",
    "POSTHORN_STRIPE_URL",
    "POSTHORN_STRIPE_SCRIPT_URL",
  ]);
  expect(mistakesOf({ ...STRIPE, POSTHORN_STRIPE_PUBLISHABLE_KEY: "pk_live_1" })).toEqual([
    expect.stringContaining("must be of the same mode"),
  ]);
});

const billingAt = (url: string) =>
  readConfig({ POSTHORN_PLANS: "plans.yaml", POSTHORN_BILLING: "test", POSTHORN_PUBLIC_URL: url }).billing;

test("cards that move no money are only for an installation on the operator's own machine", () => {
  for (const url of ["http://127.0.0.1:4400", "http://localhost", "http://[::1]:4400"])
    expect(billingAt(url)).toBe("test");
  for (const url of ["https://posthorn.example.com", "http://10.0.0.7:4400", "http://localhost.example.com"])
    expect(() => billingAt(url)).toThrow("POSTHORN_BILLING=test moves no money");
});

const notice = (text: string, url: string) =>
  readConfig({ POSTHORN_NOTICE: text, POSTHORN_NOTICE_URL: url }).notice;

test("a notice has a text, a page that says more, or both", () => {
  expect(notice(" We move at noon. ", "https://status.example.com/")).toEqual({
    text: "We move at noon.",
    url: "https://status.example.com",
  });
  expect(notice("", "https://status.example.com").text).toBeNull();
  expect(() => notice("x".repeat(301), "")).toThrow("POSTHORN_NOTICE must have at most 300 characters");
  expect(() => notice("Hello", "javascript:alert(1)")).toThrow(
    "POSTHORN_NOTICE_URL must be an http or https URL",
  );
});

const processes = (value: string) => readConfig({ POSTHORN_PROCESSES: value }).processes;

test("as many processes run as the operator says, and otherwise as the machine can feed", () => {
  expect(["", "auto", "Auto", "1", "64"].map(processes)).toEqual([null, null, null, 1, 64]);
  for (const value of ["0", "65", "-1", "2.5", "many"])
    expect(() => processes(value)).toThrow(`must be a number from 1 to 64, or auto, not "${value}"`);
});
