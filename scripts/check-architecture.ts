/**
 * Which folder may import which?
 *
 * The picture in docs/architecture.md, as a table that `npm run check` enforces. To allow something new, change the
 * table, and say why in the commit. `findViolations` is pure: the test passes it files that do not exist.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";

/** The files beside main.mjs, which everything in the server may use, and the folder of the settings. */
const SERVER_ROOT = [
  "alarms.ts",
  "config",
  "config.ts",
  "histogram.ts",
  "ids.ts",
  "lifecycle.ts",
  "log-text.ts",
  "log.ts",
  "memory.ts",
  "product-log.ts",
  "start-failure.ts",
  "start-refused.ts",
];

/**
 * Folders of packages/server/src. Every folder may import the contract, the root files and itself. `folder/*` means the
 * files directly in it, and a file may have a row of its own.
 */
const SERVER: Record<string, string[]> = {
  store: [],
  // How our servers listen, limit and end connections, and stop; beside it, the only code that dials.
  inbound: [],
  outbound: [],
  // Starts the processes of the gateway, and what they have in common: the ports and the database.
  processes: [
    "inbound",
    "metrics",
    "store/connection-limit.ts",
    "store/connections-of-each.ts",
    "store/embedded",
  ],
  // What the mails say. Whoever sends one hands it to outbound/mail.ts.
  mail: ["outbound/mail.ts"],
  sandbox: [],
  // Providers of metrics are dialed like destinations.
  metrics: ["store", "outbound/dialer.ts", "outbound/otlp-url.ts", "outbound/provider-call.ts"],
  // Receivers of audit logs are dialed like destinations, too; sources get requests from the pipeline.
  "audit-push": [
    "store",
    "outbound/otlp-url.ts",
    "outbound/provider-call.ts",
    "pipeline/route/send-entries.ts",
    "pipeline/schedule/retry-after.ts",
  ],
  issues: ["store", "outbound"],
  // What an operator offers, and what organizations have and use of it.
  plans: ["store"],
  // What organizations owe for their plans, and the invoices about it.
  billing: ["store", "plans", "mail", "outbound/mail.ts", "outbound/stripe.ts"],
  // Channels are dialed like destinations, and may ask us to wait as destinations do.
  notifications: [
    "store",
    "issues",
    "mail",
    "outbound/mail.ts",
    "outbound/provider-call.ts",
    "pipeline/schedule/retry-after.ts",
  ],
  // What people do in the product, for the operator's receiver.
  "product-events": ["outbound/dialer.ts"],
  // Sign-in and API refuse the same JSON as ingest.
  access: ["store", "mail", "outbound", "plans", "pipeline/json-fault.ts", "product-events"],
  // The sockets of CLIs: one of the ways to a destination, beside outbound.
  cli: ["store", "access", "inbound"],
  // Whether a custom domain is proven, by what DNS says of it, and how it gets a certificate.
  domains: ["store", "outbound/acme.ts", "outbound/dns-hook.ts", "outbound/dns-records.ts"],
  // What of stored data names a person, and how the rest looks.
  erasure: ["store", "pipeline/content-coding.ts", "pipeline/json-fault.ts"],
  // How a row looks from outside, to callers of the API and to the code of transformations.
  views: ["store"],
  // Requests as providers send them, as data.
  examples: [],
  // A made-up day, as data.
  sample: ["store"],
  // What travels through the stages of the pipeline, and what several of them need.
  "pipeline/*": ["store"],
  // Each stage hands on to the next one; what is due after a failure, send tells and settle decides.
  "pipeline/ingest": [
    "store",
    "inbound",
    "pipeline/*",
    "pipeline/route/routed-row.ts",
    "pipeline/route/router.ts",
  ],
  "pipeline/route": [
    "store",
    "sandbox",
    "cli",
    "pipeline/*",
    "pipeline/schedule/claim-turns.ts",
    "pipeline/schedule/group-pace.ts",
    "pipeline/schedule/ready-queue.ts",
  ],
  "pipeline/schedule": ["store", "pipeline/*"],
  "pipeline/send": ["store", "outbound", "cli", "pipeline/*"],
  "pipeline/settle": [
    "store",
    "pipeline/*",
    "pipeline/schedule/next-attempt.ts",
    "pipeline/schedule/retry-after.ts",
  ],
  // A retry of a rejected request passes admission once more.
  "pipeline/route/retry-request.ts": [
    "store",
    "views",
    "pipeline/*",
    "pipeline/route",
    "pipeline/ingest/admission.ts",
    "pipeline/ingest/source-url.ts",
  ],
  // What each stage needs to know about a source, built from its rows once per change.
  "pipeline/source-route.ts": [
    "store",
    "views",
    "pipeline/ingest/verify",
    "pipeline/quotas.ts",
    "pipeline/redaction.ts",
    "pipeline/route/delivery-group.ts",
    "pipeline/route/rules.ts",
    "pipeline/schedule/group-pace.ts",
    "pipeline/schedule/group-slots.ts",
    "pipeline/schedule/pacing.ts",
    "pipeline/send/auth",
    "pipeline/send/destination-url.ts",
    "pipeline/send/header-names.ts",
  ],
  "pipeline/routing-table.ts": [
    "store",
    "pipeline/*",
    "pipeline/ingest/verify/verifiers.ts",
    "pipeline/schedule/pacing.ts",
  ],
  // The pipeline makes spans; this carries them to the operator's receiver.
  tracing: ["outbound/dialer.ts", "outbound/otlp-url.ts", "pipeline/trace.ts"],
  // Searches in payloads: lists and bulk operations use them, and must find the same rows.
  search: ["store", "pipeline/route/payload-view.ts"],
  bulk: ["store", "search", "pipeline/schedule"],
  workers: [
    "audit-push",
    "billing",
    "domains",
    "erasure",
    "outbound/dns-records.ts",
    "pipeline",
    "plans",
    "store",
    "sandbox",
    "metrics",
    "issues",
    "notifications",
    "bulk",
    "access",
    "cli",
    "inbound",
    "search",
  ],
  // Of pipeline and outbound only what an endpoint must decide itself: never how anything is received or carried out.
  api: [
    "access",
    "audit-push",
    "billing",
    "bulk",
    "cli",
    "domains",
    "erasure",
    "examples",
    "inbound",
    "issues",
    "metrics",
    "notifications",
    "sample",
    "plans",
    "product-events",
    "search",
    "store",
    "views",
    "pipeline/headers-view.ts",
    // What a project hears of itself, in the words of the API.
    "pipeline/hops.ts",
    "pipeline/route/send-topics.ts",
    // An endpoint refuses what could never verify anything.
    "pipeline/ingest/verify/key-mistakes.ts",
    // A person sends an example: it is signed here, and comes in like every other request.
    "pipeline/ingest/own-sender.ts",
    "pipeline/ingest/verify/request-draft.ts",
    "pipeline/ingest/verify/signer.ts",
    "pipeline/json-fault.ts",
    // A person tries a redaction list before saving it.
    "pipeline/redaction.ts",
    "pipeline/route/filter-trial.ts",
    "pipeline/route/payload-view.ts",
    "pipeline/route/query-string.ts",
    "pipeline/route/replay-data.ts",
    "pipeline/route/retry-request.ts",
    "pipeline/route/rules.ts",
    "pipeline/route/rules-trial.ts",
    "pipeline/route/send-example.ts",
    "pipeline/schedule",
    "pipeline/send",
    "outbound/address-guard.ts",
    // Only what proofs of domains say of DNS; domains/ asks it.
    "outbound/dns-records.ts",
    // Only the question to a language model; chat-model.ts knows where it goes.
    "outbound/chat-model.ts",
    // People try their code before a connection runs it.
    "sandbox/sandbox.ts",
    "sandbox/transformation-run.ts",
  ],
  // The operator's commands, beside the product: they open its database themselves.
  maintenance: [
    "store",
    "inbound/port-holder.ts",
    "inbound/port-state.ts",
    "outbound/descriptors.ts",
    "outbound/dns-records.ts",
    "outbound/mail.ts",
    "outbound/readiness.ts",
  ],
};

/** Folders of packages/dashboard/src: each sees only those below it. */
const DASHBOARD: Record<string, string[]> = {
  app: ["/contract", "screens", "resources", "ui"],
  screens: ["/contract", "resources", "ui"],
  resources: ["/contract", "ui"],
  ui: [],
};

const OPEN_TO_SERVER = ["contract", ...SERVER_ROOT.map((file) => `server/${file}`)];

const TABLE: Record<string, string[]> = {
  contract: [],
  "server/main.mjs": ["server/start.ts"],
  "server/start.ts": ["server", "contract"],
  "server/gateway.ts": ["server", "contract"],
  "server/testing": ["server", "contract"],
  // Tests only: other people's clients against the product from outside, also with the calls that the dashboard shows.
  "server/conformance": ["contract", "dashboard/resources/api-calls/api-calls.ts"],
  ...Object.fromEntries(SERVER_ROOT.map((file) => [`server/${file}`, OPEN_TO_SERVER])),
  ...prefixed("server", SERVER, OPEN_TO_SERVER),
  ...prefixed("dashboard", DASHBOARD, []),
  // The command-line client knows the server only as the contract shows it.
  cli: ["contract"],
  // The bundle holds the version of its package.
  "cli/version.ts": ["packages/cli/package.json"],
  // Tests only: the client in real terminals, against a running product.
  "cli/testing": ["contract", "server/testing/gateway.ts"],
  "cli/conformance": ["contract", "server/testing"],
  // The launcher of the npm package: starts the product as a program, and has the client inside.
  posthorn: [
    "contract",
    "cli/failure.ts",
    "cli/machine.ts",
    "cli/run.ts",
    "scripts/toolchain.mjs",
    // Does the product run on the data directory, and how long may a log become? Both import only Node.
    "server/store/embedded/running-file.ts",
    "server/store/embedded/bound-log.ts",
  ],
  // Tests only: the package, installed and used.
  "posthorn/conformance": ["contract", "cli/testing", "server/testing"],
  // A server that must come back at the same address needs a reserved port, in all kinds of tests.
  bench: [
    "contract",
    "scripts",
    "server/store/embedded",
    "server/sandbox/sandbox.ts",
    "server/log.ts",
    "server/pipeline/ingest/verify",
    "server/testing/reserved-port.ts",
    // A history of days needs the partitions of those days.
    "server/store/database.ts",
    "server/store/partitions.ts",
    // A worker packs the hours of such a history, but only within minutes.
    "server/store/packed-hours.ts",
    // How many connections a load needs.
    "server/store/connections-of-each.ts",
    "server/testing/fresh-database.ts",
    "server/testing/miscounted.ts",
  ],
  // The seed is the one way to write a history that nobody has waited for.
  e2e: [
    "contract",
    "scripts",
    "server/testing/acme-server.ts",
    "server/testing/authenticator.ts",
    "server/testing/identity-provider.ts",
    "server/testing/saml-provider.ts",
    "server/testing/mailbox.ts",
    "server/testing/name-server.ts",
    "server/testing/ready-data.ts",
    "server/testing/scim-call.ts",
    "server/testing/reserved-port.ts",
    "server/testing/stripe-stand-in.ts",
    "bench/pace.ts",
    "bench/search-index.ts",
    "bench/seed.ts",
    "bench/seeded-history.ts",
  ],
  scripts: [],
  // Which migrations came with the first release.
  "scripts/check-migrations.ts": ["server/store/earlier-checkouts.ts"],
};

/** Packages that only some folders may import, so that one folder is responsible for each danger. Tests may use all. */
const GUARDED_PACKAGES: { packages: RegExp; only: string[]; why: string }[] = [
  {
    packages: /^pg(-copy-streams)?$/,
    only: ["server/store", "server/testing", "bench", "e2e"],
    why: "all SQL goes through store/",
  },
  {
    packages: /^(undici|nodemailer|node:(https|http2|dgram|dns)(\/promises)?)$/,
    // The command-line client brings events to servers of the person who runs it.
    only: ["server/outbound", "server/testing", "bench", "e2e", "scripts", "cli/listen"],
    why: "outbound/ is the only dialer",
  },
  {
    packages: /^node:(net|tls)$/,
    only: ["server/outbound", "server/inbound", "server/testing", "bench", "e2e", "scripts", "cli/listen"],
    why: "outbound/ is the only dialer, and inbound/ listens",
  },
  { packages: /^acme-client$/, only: ["server/outbound"], why: "the library dials out" },
  {
    packages: /^stripe$/,
    only: ["server/outbound", "server/billing", "server/testing"],
    why: "the library dials out; billing/ uses its types",
  },
  {
    packages: /^ws$/,
    only: ["server/cli", "server/testing", "cli/listen"],
    why: "CLIs connect in one place",
  },
  {
    packages: /^@modelcontextprotocol\/sdk(\/|$)/,
    only: ["cli/mcp"],
    why: "the SDK loads only for posthorn mcp",
  },
  { packages: /^isolated-vm$/, only: ["server/sandbox"], why: "user code runs caged" },
  {
    packages: /^(better-auth|@better-auth)(\/|$)/,
    only: ["server/access"],
    why: "identity is access's matter",
  },
  {
    packages: /^(fastify|@fastify\/.+)$/,
    only: ["server/api", "server/access"],
    why: "only the API speaks Fastify",
  },
];

/** Names that do not say what a folder or file is for. */
const MEANINGLESS_NAMES = /^(utils?|helpers?|common|shared|lib|misc)$/;

export interface Violation {
  file: string;
  reason: string;
}

/** `files` maps paths from the repository's root, with forward slashes, to their text. */
export function findViolations(files: ReadonlyMap<string, string>): Violation[] {
  return [...files].flatMap(([file, text]) => reasonsAgainst(file, text).map((reason) => ({ file, reason })));
}

function reasonsAgainst(file: string, text: string): string[] {
  const reasons: string[] = [];
  const meaningless = file.split("/").find((part) => MEANINGLESS_NAMES.test(part.replace(/\..*$/, "")));
  if (meaningless !== undefined) reasons.push(`"${meaningless}" names no concept`);
  // A route's file is named after its address, and the address of a folder is its index.
  const isRoute = file.startsWith("packages/dashboard/src/app/routes/");
  if (/(^|\/)index\.tsx?$/.test(file) && !isRoute)
    reasons.push(`an index file hides where things are; import the file itself`);

  const place = placeOf(file);
  const area = areaOf(place);
  if (area === null)
    return [...reasons, `${place} is in no folder that the table in check-architecture.ts knows`];
  const isTest = /\.(test|spec)\.tsx?$/.test(file);
  const code = withoutComments(text);
  for (const target of importsIn(code)) {
    const reason = reasonAgainstImport(file, place, area, target, isTest);
    if (reason !== null) reasons.push(reason);
  }
  const isProduct = place.startsWith("server/") && area !== "server/testing" && !isTest;
  if (isProduct && place !== "server/config.ts" && /\bprocess\.env\b/.test(code)) {
    reasons.push("only config.ts reads the environment");
  }
  if (isProduct && /(?<![.\w])fetch\(/.test(code)) {
    reasons.push("fetch dials past the address guard; outbound/ is the only dialer");
  }
  if (isProduct && place !== "server/store/projects.ts" && /\b(?:from|join)\s+projects\b/i.test(code)) {
    reasons.push("who reads projects says whether deleted ones count: LIVE_PROJECTS or ALL_PROJECTS");
  }
  if (isProduct && place !== "server/store/members.ts" && /\b(?:from|join)\s+members\b/i.test(code)) {
    reasons.push("roles in a project come from the view project_roles; MEMBERSHIPS says who belongs where");
  }
  return reasons;
}

function reasonAgainstImport(
  file: string,
  place: string,
  area: string,
  specifier: string,
  isTest: boolean,
): string | null {
  const target = targetOf(file, specifier);
  if (target === null) return isTest ? null : reasonAgainstPackage(place, area, specifier);
  const isNamed = TABLE[area]?.includes(target) === true;
  if (target.startsWith("server/testing/") && !isTest && !isNamed && area !== "server/testing") {
    return `${specifier}: only tests may use testing/`;
  }
  if (isTest && packageOf(target) === packageOf(place)) return null;
  if (area === "dashboard/screens" && target.startsWith("dashboard/screens/")) {
    return screenOf(place) === screenOf(target) ? null : `${specifier}: screens never import each other`;
  }
  const isAllowed = [area, ...(TABLE[area] ?? [])].some((prefix) => isWithin(target, prefix));
  return isAllowed ? null : `${specifier}: ${area} may not import ${areaOf(target) ?? target}`;
}

function reasonAgainstPackage(place: string, area: string, specifier: string): string | null {
  if (area === "contract") {
    return /^zod(\/|$)/.test(specifier) ? null : `${specifier}: the contract imports zod and nothing else`;
  }
  const guard = GUARDED_PACKAGES.find(({ packages }) => packages.test(specifier));
  if (guard === undefined || guard.only.some((prefix) => isWithin(place, prefix))) return null;
  return `${specifier} belongs to ${guard.only.join(", ")}: ${guard.why}`;
}

/**
 * The place of `packages/server/src/api/x.ts` is `server/api/x.ts`; outside packages, the place is the path. A test has
 * the place of the file it tests.
 */
function placeOf(file: string): string {
  return file
    .replace(/^packages\/([^/]+)\/src\//, "$1/")
    .replace(/(\.(db|fault|conformance))?\.test(?=\.tsx?$)/, "");
}

/** Returns null for an import from node_modules or from Node itself. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith("."))
    return placeOf(
      normalize(join(dirname(file), specifier))
        .split(sep)
        .join("/"),
    );
  const own = /^@posthorn\/([^/]+)(\/.*)?$/.exec(specifier);
  return own ? `${own[1]}${own[2] ?? ""}` : null;
}

/** The most specific row of the table that contains the place. */
function areaOf(place: string): string | null {
  const rows = Object.keys(TABLE).filter((row) => isWithin(place, row));
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function isWithin(place: string, prefix: string): boolean {
  if (prefix.endsWith("/*")) return dirname(place) === prefix.slice(0, -2);
  return place === prefix || place.startsWith(`${prefix}/`);
}

function packageOf(place: string): string | undefined {
  return place.split("/")[0];
}

function screenOf(place: string): string | undefined {
  return place.split("/")[2];
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

function importsIn(code: string): string[] {
  const statements =
    /(?:^|[;\s}])(?:import|export)\s(?:[^"';]*?\sfrom\s*)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;
  return [...code.matchAll(statements)].map((match) => match[1] ?? match[2] ?? "");
}

/** Rows by their place in the package. A leading slash means a place outside the package. */
function prefixed(
  name: string,
  table: Record<string, string[]>,
  openToAll: string[],
): Record<string, string[]> {
  const placeIn = (folder: string) => (folder.startsWith("/") ? folder.slice(1) : `${name}/${folder}`);
  return Object.fromEntries(
    Object.entries(table).map(([folder, allowed]) => [
      placeIn(folder),
      [...openToAll, ...allowed.map(placeIn)],
    ]),
  );
}

if (import.meta.main) {
  const repository = join(import.meta.dirname, "..");
  const paths = globSync("{packages/*/src,bench,e2e,scripts}/**/*.{ts,tsx,mjs}", {
    cwd: repository,
    // The last one holds forbidden imports on purpose, as text.
    exclude: ["**/node_modules/**", "**/*.gen.ts", "scripts/check-architecture.test.ts"],
  });
  const files = paths.map(
    (path) => [path.split(sep).join("/"), readFileSync(join(repository, path), "utf8")] as const,
  );
  const violations = findViolations(new Map(files));
  for (const { file, reason } of violations) console.error(`${file}: ${reason}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
