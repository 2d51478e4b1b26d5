/** How fast is the full path if it is not a straight line: with rules, many destinations, or a destination that fails? */
import { FAILING_PATH, SUCCEEDS_AT } from "./failing-path.ts";
import { type Stage, measureShape } from "./measurements.ts";
import type { Part } from "./options.ts";
import type { Product } from "./product.ts";
import type { Turn } from "./rounds.ts";
import {
  createDeliveringSource,
  FAILING_RULES,
  FILTER_RULES,
  type RouteUnderLoad,
  TRANSFORM_RULES,
} from "./routes-under-load.ts";

interface Shape {
  sample: "filterPerSecond" | "transformPerSecond" | "fanoutPerSecond" | "failingAttemptsPerSecond";
  rules?: RouteUnderLoad["rules"];
  connections?: number;
  path?: string;
  attempts?: number;
  seconds?: number;
}
export const FAILING = {
  sample: "failingAttemptsPerSecond",
  rules: FAILING_RULES,
  path: FAILING_PATH,
  attempts: SUCCEEDS_AT,
} as const;
/** With ten events per request, two seconds of load can cause twenty seconds of work. */
export const SHORT_SECONDS = 2;

/** Measures the full path with rules, with ten destinations, and with a destination that fails at first. */
export async function shapesOf({ options }: Stage, product: Product, sinkUrl: string): Promise<Turn[]> {
  const shapes: (Shape & { part: Part; unit: string })[] = [
    { part: "filter", unit: "events/s", sample: "filterPerSecond", rules: FILTER_RULES },
    { part: "transform", unit: "events/s", sample: "transformPerSecond", rules: TRANSFORM_RULES },
    { part: "fanout", unit: "events/s", sample: "fanoutPerSecond", connections: 10, seconds: SHORT_SECONDS },
    { part: "failing", unit: "attempts/s", ...FAILING, seconds: SHORT_SECONDS },
  ];
  const turns: Turn[] = [];
  for (const { part, unit, sample, rules, connections = 1, path = "", attempts = 1, seconds } of shapes) {
    if (!options.only.has(part)) continue;
    const route = { name: part, sinkUrl: sinkUrl.replace(/\/$/, path || "/"), connections, rules };
    const url = await createDeliveringSource(product.apiUrl, route);
    turns.push({
      part,
      unit,
      measure: (on) =>
        measureShape(on, on.samples[sample], {
          url,
          product,
          seconds: Math.min(seconds ?? on.options.seconds, on.options.seconds),
          expected: { events: connections, attempts },
          cpu:
            part === "transform"
              ? { gateway: on.samples.transformGatewayCpuUs, database: on.samples.transformDatabaseCpuUs }
              : undefined,
        }),
    });
  }
  return turns;
}
