/**
 * How fast is Posthorn on this machine, and does it meet the bar? (`npm run bench`)
 *
 * Starts everything itself on a new data directory, and removes it at the end. In each round the bench measures the
 * servers in turn (rounds.ts). The median of the rounds counts.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { measureBacklog } from "./beside-backlog.ts";
import { measureBulkRetry } from "./bulk-retry.ts";
import { startChild, type Child } from "./child-process.ts";
import { createCleanup, type Cleanup } from "./cleanup.ts";
import { measureCliListen } from "./cli-listen.ts";
import { compare } from "./compare.ts";
import { measureCosts } from "./costs.ts";
import { fsyncsPerSecond, makeBenchDirectory } from "./disk.ts";
import { figuresOf, noSamples, type Samples } from "./figures.ts";
import type { LoadAnswer, LoadAsk } from "./generator.ts";
import {
  measureBare,
  measureCeiling,
  measureDurable,
  measureFull,
  measureHalfLoad,
  measureRelay,
} from "./measurements.ts";
import type { Stage } from "./measurements.ts";
import { readOptions, USAGE, type Options, type Part } from "./options.ts";
import { measureMetrics } from "./metrics.ts";
import { QUIET_UP_TO_PERCENT, watchOthers } from "./quietness.ts";
import type { RelayAsk } from "./relay.ts";
import { describeMachine, reportOf } from "./report.ts";
import { measureProcesses } from "./processes.ts";
import { THIS_CHECKOUT } from "./product.ts";
import { takeTurns, tell, type Turn } from "./rounds.ts";
import { createDeliveringSource } from "./routes-under-load.ts";
import { sandboxRunsPerSecond } from "./sandbox-runs.ts";
import { measureSearch } from "./search.ts";
import { shapesOf } from "./shapes.ts";
import type { SinkAnswer, SinkAsk } from "./sink.ts";
import { startAgain, startFirst, type Started } from "./starts.ts";
import { median } from "./statistics.ts";
import { measureUnpause } from "./unpause.ts";
import { measureVerification } from "./verification-cost.ts";

const FSYNC_SECONDS = 1;

async function runBench(options: Options, cleanup: Cleanup, interrupted: AbortSignal): Promise<Samples> {
  const directory = await makeBenchDirectory();
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  if (options.profileDir !== null) await mkdir(options.profileDir, { recursive: true });
  const child = <Ask, Answer>(script: string): Child<Ask, Answer> => {
    const started = startChild<Ask, Answer>(script);
    cleanup.later(started.stop);
    return started;
  };

  const generator = child<LoadAsk, LoadAnswer>("generator.ts");
  const sink = child<SinkAsk, SinkAnswer>("sink.ts");
  const stage: Stage = { options, samples: noSamples(), generator, sink };
  const sinkUrl = urlAt((await sink.ask("reset")).port);
  if (options.against !== null || options.itselfWithout !== null) {
    const bare = child<"port", number>("bare-ack.ts");
    const url = urlAt(await bare.ask("port"));
    const ask = {
      stage,
      directory,
      against: options.against ?? THIS_CHECKOUT,
      sinkUrl,
      cleanup,
      interrupted,
    };
    console.log(`\n${await compare({ ...ask, bare: { url, pid: bare.pid } })}`);
    return stage.samples;
  }
  const turns: Turn[] = [];
  const isAsked = (part: Part) => options.only.has(part);

  if (isAsked("ceiling")) {
    turns.push({ part: "ceiling", unit: "requests/s", measure: (on) => measureCeiling(on, sinkUrl) });
  }
  if (isAsked("fsync")) {
    turns.push({
      part: "fsync",
      unit: "fsync/s",
      async measure({ samples }) {
        const rate = fsyncsPerSecond(directory, FSYNC_SECONDS);
        samples.fsyncsPerSecond.push(rate);
        return rate;
      },
    });
  }
  if (isAsked("bare")) {
    const bare = child<"port", number>("bare-ack.ts");
    const url = urlAt(await bare.ask("port"));
    turns.push({ part: "bare", unit: "requests/s", measure: (on) => measureBare(on, url, bare.pid) });
  }
  if (isAsked("relay")) {
    const url = urlAt(await child<RelayAsk, number>("relay.ts").ask({ forwardTo: sinkUrl }));
    turns.push({ part: "relay", unit: "events/s", measure: (on) => measureRelay(on, url) });
  }
  if (isAsked("sandbox")) {
    turns.push({
      part: "sandbox",
      unit: "runs/s",
      async measure({ samples, options: { seconds } }) {
        const rate = await sandboxRunsPerSecond(seconds);
        samples.sandboxRunsPerSecond.push(rate);
        return rate;
      },
    });
  }
  if (isAsked("verify")) {
    turns.push({
      part: "verify",
      unit: "µs at most",
      async measure({ samples, options: { seconds } }) {
        const { addedUs, firstSlowerPercent, noisePercent } = measureVerification(seconds);
        samples.hmacUs.push(addedUs.hmac);
        samples.githubUs.push(addedUs.github);
        samples.stripeUs.push(addedUs.stripe);
        samples.standardWebhooksUs.push(addedUs.standardWebhooks);
        samples.firstByteSlowerPercent.push(firstSlowerPercent);
        samples.equalRequestsPercent.push(noisePercent);
        return Math.max(...Object.values(addedUs));
      },
    });
  }
  const started = await startProduct(stage, directory, cleanup);
  if (started !== null) {
    const { product, storingUrl } = started;
    const deliveringUrl = await createDeliveringSource(product.apiUrl, { name: "delivering", sinkUrl });
    if (isAsked("durable")) {
      turns.push({
        part: "durable",
        unit: "requests/s",
        measure: (on) => measureDurable(on, storingUrl, product),
      });
    }
    if (isAsked("full")) {
      turns.push({
        part: "full",
        unit: "events/s",
        measure: (on) => measureFull(on, deliveringUrl, product),
      });
    }
    turns.push(...(await shapesOf(stage, product, sinkUrl)));
    await takeTurns(stage, turns, interrupted);
    if (isAsked("latency")) {
      const rate = options.ratePerSecond ?? median(stage.samples.fullPerSecond) / 2;
      for (let round = 0; round < options.rounds; round++) {
        interrupted.throwIfAborted();
        const ackP99Ms = await measureHalfLoad(stage, deliveringUrl, product, rate);
        tell(`half load, round ${round + 1}`, ackP99Ms, "ms ack p99");
      }
    }
    if (isAsked("bulk")) tell("bulk retry", await measureBulkRetry(stage, product, sinkUrl), "events/s");
    await product.stop();
    if (isAsked("backlog")) await measureBacklog(stage, started, sinkUrl, cleanup);
  } else {
    await takeTurns(stage, turns, interrupted);
  }
  if (isAsked("search")) {
    interrupted.throwIfAborted();
    const { product } = await startFirst(directory, "history", options.profileDir, cleanup);
    const { p95Ms, inADayMs, inTheArchiveMs, indexShare } = await measureSearch(product, console.log);
    stage.samples.listP95Ms.push(p95Ms);
    stage.samples.wordInADayMs.push(inADayMs);
    stage.samples.wordInTheArchiveMs.push(inTheArchiveMs);
    stage.samples.searchIndexShare.push(indexShare);
    await product.stop();
  }
  if (isAsked("metrics")) {
    interrupted.throwIfAborted();
    const { product } = await startFirst(directory, "metrics", options.profileDir, cleanup);
    const { p95Ms, sparklinesP95Ms } = await measureMetrics(product, console.log);
    stage.samples.metricsP95Ms.push(p95Ms);
    stage.samples.sparklinesP95Ms.push(sparklinesP95Ms);
    await product.stop();
  }
  if (isAsked("unpause")) {
    interrupted.throwIfAborted();
    const { product } = await startFirst(directory, "unpause", options.profileDir, cleanup);
    const second = child<LoadAsk, LoadAnswer>("generator.ts");
    tell("unpause", await measureUnpause(stage, { product, sinkUrl, second }), "ms");
    await product.stop();
  }
  if (isAsked("cli-listen")) {
    interrupted.throwIfAborted();
    const { product } = await startFirst(directory, "cli-listen", options.profileDir, cleanup);
    const most = await measureCliListen(stage, { product, sinkUrl, directory, cleanup });
    tell("posthorn listen", most, "MiB at most");
    await product.stop();
  }
  if (isAsked("costs")) {
    interrupted.throwIfAborted();
    console.log(`\n${await measureCosts(stage, { directory, sinkUrl, cleanup })}\n`);
  }
  if (isAsked("processes")) await measureProcesses(stage, { directory, sinkUrl, cleanup, interrupted, tell });
  return stage.samples;
}

/** Returns null if no chosen part needs the product. */
async function startProduct(
  { options, samples }: Stage,
  directory: string,
  cleanup: Cleanup,
): Promise<Started | null> {
  const parts: Part[] = [
    "durable",
    "full",
    "filter",
    "transform",
    "fanout",
    "failing",
    "latency",
    "bulk",
    "backlog",
    "starts",
  ];
  if (!parts.some((part) => options.only.has(part))) return null;
  const first = (name: string) => startFirst(directory, name, options.profileDir, cleanup);
  if (!options.only.has("starts")) return first("data");
  for (let round = 1; ; round++) {
    const fresh = await first(`data-${round}`);
    samples.firstStartMs.push(fresh.startMs);
    tell("first start", fresh.startMs, "ms");
    await fresh.product.stop();
    const again = await startAgain(fresh, cleanup);
    samples.laterStartMs.push(again.startMs);
    tell("later start", again.startMs, "ms");
    if (round === options.rounds) return again;
    await again.product.stop();
  }
}

function urlAt(port: number): string {
  return `http://127.0.0.1:${port}/`;
}

async function main(): Promise<void> {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const cleanup = createCleanup();
  const interruption = new AbortController();
  const interrupt = () => {
    interruption.abort(new Error("The bench was interrupted"));
    cleanup.run().catch(() => {}); // the run below reports the same failure
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);

  console.log(describeMachine());
  const othersCpuPercent = watchOthers();
  let samples: Samples;
  try {
    samples = await runBench(options, cleanup, interruption.signal);
  } catch (error) {
    console.error(interruption.signal.aborted ? "Interrupted; cleaning up." : error);
    process.exitCode = interruption.signal.aborted ? 130 : 1;
    return;
  } finally {
    await cleanup.run();
  }
  const others = othersCpuPercent();
  if (others !== null) samples.othersCpuPercent.push(others);
  const figures = figuresOf(samples);
  console.log(`\n${reportOf(figures)}`);
  if (others !== null && others > QUIET_UP_TO_PERCENT) {
    console.log("\nOther programs were busy on this machine: run the bench again when it is quiet.");
  }
  if (options.jsonFile !== null) {
    const report = { machine: describeMachine(), figures, samples };
    await writeFile(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`);
  }
}

await main();
