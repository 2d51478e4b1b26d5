/** How fast are retries while a million events wait? */
import { insertWaitingEvents } from "./backlog.ts";
import type { Cleanup } from "./cleanup.ts";
import { FAILING_PATH } from "./failing-path.ts";
import { type Stage, measureShape } from "./measurements.ts";
import type { Product } from "./product.ts";
import { tell } from "./rounds.ts";
import { createDeliveringSource, createLimitedSource, FAILING_RULES } from "./routes-under-load.ts";
import { FAILING, SHORT_SECONDS } from "./shapes.ts";
import { startAgain, type Started } from "./starts.ts";

const BACKLOG_WARM_UP_SECONDS = 10;
const PENDING_EVENTS = 1_000_000;

/** Measures twice, each time a product that was just started and warmed up, so that only the backlog differs. */
export async function measureBacklog(
  stage: Stage,
  before: Started,
  sinkUrl: string,
  cleanup: Cleanup,
): Promise<void> {
  const { samples } = stage;
  const without = await startAgain(before, cleanup);
  const url = await createDeliveringSource(without.product.apiUrl, {
    name: "beside-backlog",
    sinkUrl: sinkUrl.replace(/\/$/, FAILING_PATH),
    rules: FAILING_RULES,
  });
  await measureRetries(stage, samples.withoutBacklogAttemptsPerSecond, {
    what: "no backlog",
    url,
    product: without.product,
  });
  await createLimitedSource(without.product.apiUrl, { name: "backlog", sinkUrl });
  // Its destination takes one an hour, so the product leaves them where they are.
  await insertWaitingEvents(without.product.databaseUrl, "bench-backlog", {
    count: PENDING_EVENTS,
    status: "QUEUED",
  });
  await without.product.stop();

  const beside = await startAgain(before, cleanup);
  samples.backlogStartMs.push(beside.startMs);
  tell("start with backlog", beside.startMs, "ms");
  await measureRetries(stage, samples.backlogAttemptsPerSecond, {
    what: "backlog",
    url,
    product: beside.product,
  });
  await beside.product.stop();
}

async function measureRetries(
  stage: Stage,
  samples: number[],
  { what, url, product }: { what: string; url: string; product: Product },
): Promise<void> {
  for (let round = 0; round <= stage.options.rounds; round++) {
    const isWarmUp = round === 0;
    const rate = await measureShape(stage, isWarmUp ? [] : samples, {
      url,
      product,
      seconds: isWarmUp ? BACKLOG_WARM_UP_SECONDS : Math.min(SHORT_SECONDS, stage.options.seconds),
      expected: { events: 1, attempts: FAILING.attempts },
    });
    tell(isWarmUp ? `${what}, warm-up` : `${what}, round ${round}`, rate, "attempts/s");
  }
}
