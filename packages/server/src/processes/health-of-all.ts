/** Makes the health that one of several processes shows that of all: connects its scrapes with the supervisor's channel. */
import type { HealthReader } from "../metrics/read-health.ts";
import { report } from "./order.ts";
import { createScrapeOfAll, type ScrapeOfAllDeps } from "./scrape-of-all.ts";

export function withOthers(
  { token, read }: Pick<HealthReader, "token" | "read">,
  place: Pick<ScrapeOfAllDeps, "processNumber" | "processes">,
): Pick<HealthReader, "token" | "read"> {
  const scrape = createScrapeOfAll({ ...place, read, send: (message) => void report(message) });
  process.on("message", scrape.receive);
  return { token, read: scrape.read };
}
