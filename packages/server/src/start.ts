/**
 * Starts Posthorn, and stops it again on SIGTERM and Ctrl-C.
 *
 * This process is one of three things. On its own it runs database and gateway. On a machine that can feed several
 * processes it is their supervisor, which runs the database only (processes/). Or it is one of them, and its supervisor
 * has told it so. A start is mostly loading: while PostgreSQL starts in its own process, this one loads the gateway.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Config, readConfig } from "./config.ts";
import { holderOf } from "./inbound/port-holder.ts";
import { takePort } from "./inbound/ports.ts";
import { joinSharedPort } from "./inbound/shared-ports.ts";
import { memorySizes, usableMemoryBytes } from "./memory.ts";
import { lowDescriptors, readDescriptors } from "./outbound/descriptors.ts";
import { numberOfProcess, type Order, receiveOrder, report } from "./processes/order.ts";
import { askedPorts, takePorts, withRealPorts } from "./processes/ports-of-roles.ts";
import { processesFor } from "./processes/process-count.ts";
import { createProductLog } from "./product-log.ts";
import { explainStart } from "./start-failure.ts";
import { ProcessFailed, StartRefused } from "./start-refused.ts";
import { OF_ONE_ALONE } from "./store/connections-of-each.ts";
import { announceRunning } from "./store/embedded/running-file.ts";
import { startEmbeddedPostgres } from "./store/embedded/start-embedded-postgres.ts";

const PROGRAM = join(import.meta.dirname, "main.mjs");
const STOP_WITHIN_MS = 25_000;
/** A supervisor waits for its processes, and then for the database. */
const SUPERVISOR_STOP_WITHIN_MS = 29_000;

/** Null: this process belongs to no supervisor. */
const processNumber = numberOfProcess(process.argv);

async function run(): Promise<void> {
  const ordered = processNumber === null ? null : await orderWhileLoading();
  const order = ordered?.order ?? null;
  const asked = readConfig();
  const plans =
    asked.plansFile === null || order?.isFirst === false
      ? null
      : await (await import("./plans/load-plans.ts")).loadPlans(asked.plansFile);
  const productLog = createProductLog(order?.log ?? asked.log, { processNumber });
  const { log, started, joined, failed } = productLog;
  // Whoever reads our output may end before us, as in `npm start | head -1`. Its lines are lost; deliveries go on.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  process.on("unhandledRejection", (error) => log.error("unhandled_rejection", { error }));
  const machine = {
    cores: availableParallelism(),
    memoryBytes: usableMemoryBytes(),
    platform: process.platform,
  };
  const wanted = order?.processes ?? asked.processes ?? processesFor(machine);
  const low = lowDescriptors(readDescriptors());
  if (low && order === null) log.warn("descriptors.low", low);
  const isSupervisor = order === null && wanted > 1;
  const stopWithinMs = isSupervisor ? SUPERVISOR_STOP_WITHIN_MS + asked.drainMs : STOP_WITHIN_MS;
  const stops: (() => Promise<void>)[] = [];
  /** Called before all stops, so that balancers send no more. A supervisor has none: its processes drain. */
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
      log.error("stop.took_too_long", { within_ms: stopWithinMs });
      process.exit(1);
    }, stopWithinMs);
    for (const stopOne of stops.toReversed()) await stopOne();
    clearTimeout(tooLong);
    log.info("stopped");
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => void stop(signal).then(() => process.exit(0)));
  // `npm start`, `posthorn dev` or our supervisor holds the other end of this channel for as long as it lives, however it ends.
  const above = order === null ? "the program that started it" : "the supervisor";
  process.on("disconnect", () => void stop(`${above} ended`).then(() => process.exit(0)));

  async function startAlone(): Promise<void> {
    const ports = await takePorts(askedPorts(asked), (port) => takePort(asked.host, port));
    const config = withRealPorts(asked, await takePorts(ports, ({ number }) => number));
    const { memoryBytes } = machine;
    const canLoad = Promise.withResolvers<void>();
    if (config.databaseUrl !== null) canLoad.resolve();
    const starting =
      config.databaseUrl === null
        ? startEmbeddedPostgres({
            dataDir: config.dataDir,
            log,
            bufferBytes: memorySizes(memoryBytes).databaseBytes,
            onWaiting: canLoad.resolve,
          })
        : null;
    const loading = canLoad.promise.then(load);
    const embedded = await starting;
    if (embedded) stops.push(() => embedded.stop());
    const { code, startGateway } = await loading;
    await startGateway({
      code,
      config,
      plans,
      log,
      ports,
      databaseUrl: embedded?.url ?? config.databaseUrl ?? "",
      isEmbedded: embedded !== null,
      memoryBytes,
      processes: 1,
      connections: OF_ONE_ALONE,
      isFirst: true,
      stops,
      drains,
    });
    await announce(config, 1);
  }

  async function startWithOthers({ ports: numbers, ...own }: Order): Promise<void> {
    const config = withRealPorts(asked, numbers);
    const ports = await takePorts(numbers, (number) => joinSharedPort(config.host, number));
    const { code, startGateway } = await (ordered?.loading ?? load());
    await startGateway({ ...own, code, config, plans, log: productLog.log, ports, stops, drains });
    joined();
    await report({ isRunning: true });
  }

  /** To the person, to programs that look into the data directory, and to the program that has started this one. */
  async function announce(config: Config, processes: number): Promise<void> {
    const { databaseUrl, dataDir, publicUrl } = config;
    if (databaseUrl === null) {
      // Only `posthorn dev` looks there: that is no reason to refuse a start.
      await announceRunning(dataDir, publicUrl).then(
        (takeBack) => stops.push(takeBack),
        (error: unknown) => log.warn("start.not_announced", { error }),
      );
    }
    started(config, { memoryBytes: machine.memoryBytes, processes });
    await report({ isRunning: true, dashboard: publicUrl });
  }

  try {
    if (order) return await startWithOthers(order);
    if (wanted === 1) return await startAlone();
    const { startSeveral } = await import("./processes/start-several.ts");
    const { config, processes } = await startSeveral({
      program: PROGRAM,
      asked,
      wanted,
      log,
      memoryBytes: machine.memoryBytes,
      stops,
    });
    await announce(config, processes);
  } catch (error) {
    const why = explainStart(error, {
      settings: order ? withRealPorts(asked, order.ports) : asked,
      holderOf,
    });
    if (!(error instanceof ProcessFailed)) failed(error, why);
    await stop("start failed");
    throw why === null ? error : new StartRefused(why);
  }
}

/** The supervisor itself needs none of it. */
async function load() {
  const { loadGateway, startGateway } = await import("./gateway.ts");
  return { startGateway, code: await loadGateway() };
}

/** Loads the gateway while the supervisor still starts the database, or the first process. */
async function orderWhileLoading() {
  const loading = load();
  loading.catch(() => undefined); // awaited with the order
  return { loading, order: await receiveOrder() };
}

try {
  await run();
} catch (error) {
  // The message for the person; the log has had the details.
  const message = error instanceof Error ? error.message : String(error);
  const told = error instanceof StartRefused ? message : `Posthorn could not start: ${message}`;
  // Only the supervisor tells it, so that the person reads it once.
  if (processNumber === null) process.stderr.write(`\n${told}\n\n`);
  else await report({ failure: told });
  process.exit(1);
}
