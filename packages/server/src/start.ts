/**
 * Starts Posthorn: settings, database, pipeline, API. Stops it again on SIGTERM and Ctrl-C.
 *
 * A start is mostly loading: while PostgreSQL starts in its own process, this one loads the code that receives and
 * delivers requests. It loads the API for people and programs after the first request can be accepted.
 */
import { readFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ReadTopicsDeps } from "./api/webhook-topics/read-topics.ts";
import type { ReadEntries } from "./audit-push/push-entries.ts";
import { type Config, ConfigError, readConfig, withPorts } from "./config.ts";
import { memorySizes, usableMemoryBytes } from "./memory.ts";
import { createAddressGuard } from "./outbound/address-guard.ts";
import type { Log } from "./log.ts";
import { createProductLog } from "./product-log.ts";
import { createDnsRecords } from "./outbound/dns-records.ts";
import { lowDescriptors, readDescriptors } from "./outbound/descriptors.ts";
import { holderOf } from "./inbound/port-holder.ts";
import { takePort } from "./inbound/ports.ts";
import type { ReadTopics } from "./pipeline/route/send-topics.ts";
import { createSearches } from "./search/searches.ts";
import { explainStart } from "./start-failure.ts";
import { StartRefused } from "./start-refused.ts";
import { bindSeals } from "./store/bind-seals.ts";
import { startEmbeddedPostgres } from "./store/embedded/start-embedded-postgres.ts";
import { loadMasterKey } from "./store/master-key.ts";
import { migrate } from "./store/migrate.ts";
import { ensurePartitions } from "./store/partitions.ts";
import { openPools } from "./store/pools.ts";
import type { Queryable } from "./store/database.ts";
import { createSealer } from "./store/seal.ts";
import { createStatementTimes } from "./store/statement-times.ts";
import type { NodeDeps } from "./workers/node.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DASHBOARD_DIR = join(ROOT, "packages/dashboard/dist");
// Our own file: its version is a text.
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string;
};
const STOP_WITHIN_MS = 25_000;
/** Loading the API takes a good part of a second. So senders that waited for this start come first. */
const FIRST_SENDERS_MS = 100;

async function loadGateway() {
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

async function run(): Promise<void> {
  const asked = readConfig();
  const plans =
    asked.plansFile === null
      ? null
      : await (await import("./plans/load-plans.ts")).loadPlans(asked.plansFile);
  const { log, started, failed } = createProductLog(asked.log);
  // Whoever reads our output may end before us, as in `npm start | head -1`. Its lines are lost; deliveries go on.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  process.on("unhandledRejection", (error) => log.error("unhandled_rejection", { error }));
  const low = lowDescriptors(readDescriptors());
  if (low) log.warn("descriptors.low", low);
  const stops: (() => Promise<void>)[] = [];
  /** Called before all stops, so that balancers send no more. */
  const drains: (() => void)[] = [];
  let stopping: Promise<void> | null = null;

  /** Ctrl-C reaches us twice, from the terminal and from `npm start`: both wait for the same stop. */
  function stop(reason: string): Promise<void> {
    stopping ??= stopEverything(reason);
    return stopping;
  }

  async function stopEverything(reason: string): Promise<void> {
    log.info("stopping", { reason, ...(asked.drainMs > 0 && { drain_ms: asked.drainMs }) });
    for (const drain of drains) drain();
    if (drains.length > 0 && asked.drainMs > 0) await pause(asked.drainMs);
    const tooLong = setTimeout(() => {
      log.error("stop.took_too_long", { within_ms: STOP_WITHIN_MS });
      process.exit(1);
    }, STOP_WITHIN_MS);
    for (const stopOne of stops.toReversed()) await stopOne();
    clearTimeout(tooLong);
    log.info("stopped");
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => void stop(signal).then(() => process.exit(0)));
  // `npm start` holds the other end of this channel for as long as it lives, however it ends.
  process.on("disconnect", () => void stop("npm start ended").then(() => process.exit(0)));

  const tlsPortAsked = asked.tls?.port ?? asked.certificates?.port ?? null;
  try {
    const [apiPort, ingestPort, metricsPort, ingestTlsPort] = await Promise.all([
      asked.roles.has("api") ? takePort(asked.host, asked.port) : null,
      asked.roles.has("ingest") ? takePort(asked.host, asked.ingestPort) : null,
      asked.metricsPort === null ? null : takePort(asked.host, asked.metricsPort),
      tlsPortAsked !== null && asked.roles.has("ingest") ? takePort(asked.host, tlsPortAsked) : null,
    ]);
    const config = withPorts(asked, {
      port: apiPort?.number ?? asked.port,
      ingestPort: ingestPort?.number ?? asked.ingestPort,
      metricsPort: metricsPort?.number ?? null,
      ingestTlsPort: ingestTlsPort?.number ?? null,
    });
    const memoryBytes = usableMemoryBytes();
    const memory = memorySizes(memoryBytes);
    const canLoad = Promise.withResolvers<void>();
    if (config.databaseUrl !== null) canLoad.resolve();
    const starting =
      config.databaseUrl === null
        ? startEmbeddedPostgres({
            dataDir: config.dataDir,
            log,
            bufferBytes: memory.databaseBytes,
            onWaiting: canLoad.resolve,
          })
        : null;
    const loading = canLoad.promise.then(loadGateway);
    const embedded = await starting;
    if (embedded) stops.push(() => embedded.stop());
    const {
      createAccess,
      createMetricsPush,
      createNotifier,
      createDialer,
      createGuardedFetch,
      createProviderCall,
      createTextAt,
      createSandbox,
      createNode,
    } = await loading;
    const databaseUrl = embedded?.url ?? config.databaseUrl ?? "";
    await migrate({ url: databaseUrl, log });

    const statementTimes = createStatementTimes();
    const pools = openPools(databaseUrl, {
      onConnectionLost: (error) => log.warn("database.connection_lost", { error }),
      times: statementTimes,
    });
    stops.push(() => pools.close());
    await ensurePartitions(pools.pipeline, Date.now());
    const masterKey = await loadMasterKey({ config, db: pools.pipeline });
    await bindSeals({ db: pools.pipeline, masterKey, log });
    const sealer = createSealer(masterKey);
    const changed = await (await import("./plans/apply-plans.ts")).applyPlans(pools.pipeline, plans);
    const { applyBilling } = await import("./billing/apply-billing.ts");
    const missing = changed.length > 0 ? [] : await applyBilling(pools.pipeline, config.billing, plans);
    if (changed.length + missing.length > 0) throw new ConfigError([...changed, ...missing]);
    const addressGuard = createAddressGuard(config.egressAllow);
    const { openCardProvider } = await import("./billing/open-card-provider.ts");
    const { cards, testForm, stripe, close } = await openCardProvider(config.billing, {
      db: pools.api,
      stripe: config.stripe,
    });
    stops.push(close);

    const dialer = createDialer(addressGuard);
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
    });
    const dns = createDnsRecords({ servers: config.dnsServers });
    const founding = access.start();
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
    const sandbox = createSandbox({ log });
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
      isEmbedded: embedded !== null,
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
    const health =
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
    if (health) stops.push(async () => health.stop());
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
    started(config, memoryBytes);
  } catch (error) {
    const why = explainStart(error, { settings: asked, holderOf });
    failed(error, why);
    await stop("start failed");
    throw why === null ? error : new StartRefused(why);
  }
}

try {
  await run();
} catch (error) {
  // The message for the person; the log has had the details.
  const message = error instanceof Error ? error.message : String(error);
  const isKnown = error instanceof StartRefused;
  process.stderr.write(`\n${isKnown ? message : `Posthorn could not start: ${message}`}\n\n`);
  process.exit(1);
}
