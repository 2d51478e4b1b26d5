/**
 * How does one process of the gateway start? With its database running, in order: what is done once for an installation,
 * then the pipeline, then the API.
 *
 * A start is mostly loading. Whoever starts a gateway calls `loadGateway` while it waits for PostgreSQL, which loads the
 * code that receives and delivers requests. The API for people and programs is loaded after the first request can be
 * accepted. Everything that must be stopped goes on the caller's list.
 */
import { readFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ReadTopicsDeps } from "./api/webhook-topics/read-topics.ts";
import type { ReadEntries } from "./audit-push/push-entries.ts";
import { type Config, ConfigError } from "./config.ts";
import type { Port } from "./inbound/ports.ts";
import { memorySizes } from "./memory.ts";
import { createAddressGuard } from "./outbound/address-guard.ts";
import type { Log } from "./log.ts";
import { createDnsRecords } from "./outbound/dns-records.ts";
import { readDescriptors, socketsWithin } from "./outbound/descriptors.ts";
import type { ReadTopics } from "./pipeline/route/send-topics.ts";
import type { PlansFile } from "./plans/plans-file.ts";
import type { Ports } from "./processes/ports-of-roles.ts";
import { createSearches } from "./search/searches.ts";
import { bindSeals } from "./store/bind-seals.ts";
import type { ConnectionCounts } from "./store/connections-of-each.ts";
import { loadMasterKey } from "./store/master-key.ts";
import { migrate } from "./store/migrate.ts";
import { ensurePartitions } from "./store/partitions.ts";
import { openPools } from "./store/pools.ts";
import type { Database, Queryable } from "./store/database.ts";
import { createSealer } from "./store/seal.ts";
import { createStatementTimes } from "./store/statement-times.ts";
import type { NodeDeps } from "./workers/node.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DASHBOARD_DIR = join(ROOT, "packages/dashboard/dist");
// Our own file: its version is a text.
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string;
};
/** Loading the API takes a good part of a second. So senders that waited for this start come first. */
const FIRST_SENDERS_MS = 100;

export async function loadGateway() {
  const [access, metrics, notifier, dialer, fetches, calls, texts, sandbox, node] = await Promise.all([
    import("./access/access.ts"),
    import("./metrics/metrics-push.ts"),
    import("./notifications/notifier.ts"),
    import("./outbound/dialer.ts"),
    import("./outbound/guarded-fetch.ts"),
    import("./outbound/provider-call.ts"),
    import("./outbound/text-at.ts"),
    import("./sandbox/sandbox.ts"),
    import("./workers/node.ts"),
  ]);
  return {
    ...access,
    ...metrics,
    ...notifier,
    ...dialer,
    ...fetches,
    ...calls,
    ...texts,
    ...sandbox,
    ...node,
  };
}

/** Topics are in the words of the API. Its code is loaded with the first topic, because most projects send none. */
function readTopicsLater(deps: ReadTopicsDeps): ReadTopics {
  return async (team_id, news) => {
    const { createReadTopics } = await import("./api/webhook-topics/read-topics.ts");
    return createReadTopics(deps)(team_id, news);
  };
}

/** Entries are in the words of the API. Its code is loaded with the first push. */
function readEntriesLater(db: Queryable): ReadEntries {
  return async (organization_id, ids) => {
    const { createReadEntries } = await import("./api/audit-log/read-entries.ts");
    return createReadEntries(db)(organization_id, ids);
  };
}

/** Its code is loaded only where certificates are ordered. */
async function openCertificates({
  certificates,
  tls,
  dnsServers,
  publicUrl,
  ingestUrl,
}: Config): Promise<NodeDeps["certificates"]> {
  if (!certificates) return undefined;
  const [{ createAcmeDirectory }, { createDnsHook }] = await Promise.all([
    import("./outbound/acme.ts"),
    import("./outbound/dns-hook.ts"),
  ]);
  const { directoryUrl, email, challenge, dnsHook, publicPort } = certificates;
  return {
    directory: createAcmeDirectory(directoryUrl),
    directoryUrl,
    email,
    challenge,
    hook: dnsHook && createDnsHook(dnsHook),
    dns: createDnsRecords({ servers: dnsServers }),
    httpsPort: publicPort,
    ownNames: tls && !tls.files ? [publicUrl, ingestUrl].map((base) => new URL(base).hostname) : [],
  };
}

async function openOwnTls({ tls, publicUrl, ingestUrl }: Config, log: Log) {
  if (!tls) return null;
  const { readCertificateFiles } = await import("./inbound/certificate-files.ts");
  return {
    bases: new Map([publicUrl, ingestUrl].map((base) => [new URL(base).hostname, new URL(base).origin])),
    files: tls.files && (await readCertificateFiles(tls.files, { log })),
  };
}

async function applyOffers(db: Database, { billing }: Config, plans: PlansFile | null): Promise<void> {
  const changed = await (await import("./plans/apply-plans.ts")).applyPlans(db, plans);
  const { applyBilling } = await import("./billing/apply-billing.ts");
  const missing = changed.length > 0 ? [] : await applyBilling(db, billing, plans);
  if (changed.length + missing.length > 0) throw new ConfigError([...changed, ...missing]);
}

export interface GatewayDeps {
  code: Awaited<ReturnType<typeof loadGateway>>;
  /** With real ports. */
  config: Config;
  /** Null: nothing is limited. */
  plans: PlansFile | null;
  log: Log;
  ports: Ports<Port>;
  databaseUrl: string;
  /** All processes of the database run on this machine. */
  isEmbedded: boolean;
  memoryBytes: number;
  /** How many processes share the ports, and what one process would have. */
  processes: number;
  connections: ConnectionCounts;
  /** Does what is done once for an installation: the others begin when it runs. */
  isFirst: boolean;
  /** Of one of several. */
  processNumber?: number;
  /** The last one is stopped first. */
  stops: (() => Promise<void>)[];
  /** What is told before them that this process will stop. */
  drains: (() => void)[];
}

export async function startGateway(deps: GatewayDeps): Promise<void> {
  const { code, config, plans, log, ports, databaseUrl, isEmbedded, memoryBytes, processes, connections } =
    deps;
  const { isFirst, processNumber, stops, drains } = deps;
  const { api: apiPort, ingest: ingestPort, metrics: metricsPort, ingestTls: ingestTlsPort } = ports;
  const memory = memorySizes(memoryBytes, processes);
  const {
    createAccess,
    createMetricsPush,
    createNotifier,
    createDialer,
    createGuardedFetch,
    createProviderCall,
    createTextAt,
    createSandbox,
    sandboxOfEach,
    createNode,
  } = code;
  if (isFirst) await migrate({ url: databaseUrl, log });

  const statementTimes = createStatementTimes();
  const pools = openPools(
    databaseUrl,
    {
      onConnectionLost: (error) => log.warn("database.connection_lost", { error }),
      times: statementTimes,
    },
    connections,
  );
  stops.push(() => pools.close());
  if (isFirst) await ensurePartitions(pools.pipeline, Date.now());
  const masterKey = await loadMasterKey({ config, db: pools.pipeline });
  if (isFirst) await bindSeals({ db: pools.pipeline, masterKey, log });
  const sealer = createSealer(masterKey);
  if (isFirst) await applyOffers(pools.pipeline, config, plans);
  const addressGuard = createAddressGuard(config.egressAllow);
  const { openCardProvider } = await import("./billing/open-card-provider.ts");
  const { cards, testForm, stripe, close } = await openCardProvider(config.billing, {
    db: pools.api,
    stripe: config.stripe,
  });
  stops.push(close);

  const dialer = createDialer(addressGuard, { socketsMost: socketsWithin(readDescriptors(), processes) });
  stops.push(() => dialer.close());
  const mail = config.smtp && (await import("./outbound/mail.ts")).createMail(config.smtp);
  const productEvents =
    config.tracking && config.roles.has("api")
      ? (await import("./product-events/product-events.ts")).createProductEvents(config.tracking, {
          log,
          version: VERSION,
        })
      : null;
  if (productEvents) stops.push(() => productEvents.stop());

  const access = createAccess({
    db: pools.api,
    publishersDb: pools.pipeline,
    databaseUrl,
    config,
    log,
    sealer,
    mail,
    productEvents,
    fetch: createGuardedFetch(dialer.exchange),
    identityConnections: connections.identity,
  });
  const dns = createDnsRecords({ servers: config.dnsServers });
  const founding = isFirst ? access.start() : Promise.resolve();
  founding.catch(() => undefined); // awaited below, once the node can be stopped
  stops.push(() => access.stop());

  const metricsPush = createMetricsPush({ db: pools.api, dialer, version: VERSION });
  const notifier = createNotifier({
    db: pools.api,
    log,
    sealer,
    call: createProviderCall({ dialer, version: VERSION }),
    mail,
    publicUrl: config.publicUrl,
  });
  const tracing =
    config.traces &&
    (await import("./tracing/tracing.ts")).createTracing(config.traces, { log, version: VERSION });
  if (tracing) stops.push(() => tracing.stop());
  const ownTls = await openOwnTls(config, log);
  if (ownTls?.files) stops.push(async () => ownTls.files?.stop());
  const certificates = config.certificates && (await openCertificates(config));
  if (certificates) stops.push(() => certificates.directory.close());
  const sandbox = createSandbox({ ...sandboxOfEach(processes), log });
  stops.push(() => sandbox.stop());
  const node = createNode({
    heartbeatDb: pools.heartbeat,
    db: pools.pipeline,
    apiDb: pools.api,
    databaseUrl,
    log,
    roles: config.roles,
    dialer,
    textAt: config.providerFetches ? createTextAt(dialer.exchange, log) : null,
    sandbox,
    sealer,
    publicUrl: config.publicUrl,
    ingestUrl: config.ingestUrl,
    clientIp: access.clientAddress,
    access,
    memory,
    processes,
    pushMetrics: metricsPush.push,
    notifier,
    mail,
    cards,
    readTopics: readTopicsLater({
      db: pools.api,
      config,
      sealer,
      ingestUrlOf: (team_id) => node.routing.ingestUrlOf(team_id),
    }),
    auditPush: {
      readEntries: readEntriesLater(pools.api),
      callReceiver: createProviderCall({ dialer, version: VERSION, farEnd: "receiver" }),
      version: VERSION,
    },
    countersDays: config.countersDays,
    auditDays: config.auditDays,
    statementTimes,
    tracing,
    domains: { dns, target: config.domainTarget },
    ...(certificates && { certificates }),
    ...(ownTls && { ownTls }),
    isEmbedded,
  });
  await node.start();
  stops.push(() => node.stop());
  drains.push(() => node.drain());
  await founding;

  if (node.ingest && ingestPort) {
    await ingestPort.listen(node.ingest);
    if (node.ingestFront && ingestTlsPort) await ingestTlsPort.listen(node.ingestFront.server);
    await pause(FIRST_SENDERS_MS);
  }
  const ownHealth =
    config.metricsToken === null || !(apiPort || metricsPort)
      ? null
      : (await import("./metrics/read-health.ts")).createHealthReader({
          token: config.metricsToken,
          db: pools.pipeline,
          log,
          version: VERSION,
          node: node.readings,
          pools: pools.usage,
          statements: statementTimes.byKind,
          sockets: dialer.sockets,
          sandbox: sandbox.usage,
          traces: tracing,
          productEvents,
        });
  if (ownHealth) stops.push(async () => ownHealth.stop());
  const health =
    ownHealth && processNumber !== undefined
      ? (await import("./processes/health-of-all.ts")).withOthers(ownHealth, { processNumber, processes })
      : ownHealth;
  if (health && metricsPort) {
    const { createHealthServer } = await import("./api/health-server.ts");
    const scraped = createHealthServer({ health, isReady: node.isOpen, log });
    await metricsPort.listen(scraped);
    stops.push(async () => {
      scraped.close();
      scraped.closeAllConnections();
    });
  }
  if (apiPort) {
    const [{ createApiServer }, { createReadTurns }] = await Promise.all([
      import("./api/server.ts"),
      import("./api/read-turns.ts"),
    ]);
    const chatModel = config.ai && (await import("./outbound/chat-model.ts")).createChatModel(config.ai);
    if (chatModel) stops.push(() => chatModel.close());
    const api = await createApiServer({
      db: pools.api,
      config,
      log,
      access,
      sealer,
      addressGuard,
      ingestUrlOf: node.routing.ingestUrlOf,
      replayData: node.replayData,
      sendExample: node.sendExample,
      sendOwn: node.sendOwn,
      filterTrial: node.filterTrial,
      tryRules: node.tryRules,
      retryRequest: node.retryRequest,
      searches: createSearches(),
      reads: createReadTurns(),
      isReady: node.isReady,
      plain: node.plain,
      processes,
      ...(processNumber !== undefined && {
        shareCalls: (await import("./processes/calls-of-all.ts")).shareCalls,
      }),
      chatModel,
      productEvents,
      health,
      metricsPush,
      notifier,
      sandbox,
      cards,
      testForm,
      stripe,
      dns,
      cli: node.cli,
      caughtUp: node.caughtUp,
      dashboardDir: DASHBOARD_DIR,
    });
    await api.start(apiPort.listen);
    node.ingestFront?.serve(new URL(config.publicUrl).hostname, api.server);
    stops.push(() => api.stop());
    drains.push(() => api.drain());
  }
  flushCompileCache(); // so that even if this process crashes later, the next start is quicker
}
