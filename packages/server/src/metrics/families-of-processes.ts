/**
 * How do the metrics of several processes become one answer?
 *
 * A scrape reaches any of the processes, and counters must not jump between scrapes. So an answer has the series of all of
 * them, each with the number of its process as the label `process`, as a scraper would label nodes. Pure.
 */
import type { Labels, MetricFamily } from "./families.ts";

export function familiesOfProcesses(
  byProcess: ReadonlyMap<number, readonly MetricFamily[]>,
): readonly MetricFamily[] {
  const merged = new Map<string, MetricFamily>();
  for (const [number, families] of [...byProcess].toSorted(([a], [b]) => a - b))
    for (const family of families) {
      const known = merged.get(family.name);
      merged.set(family.name, withMore(known, labelledBy(family, { process: String(number) })));
    }
  return [...merged.values()];
}

function labelledBy(family: MetricFamily, more: Labels): MetricFamily {
  const label = <S extends { labels: Labels }>(sample: S): S => ({
    ...sample,
    labels: { ...sample.labels, ...more },
  });
  return family.type === "histogram"
    ? { ...family, samples: family.samples.map(label) }
    : { ...family, samples: family.samples.map(label) };
}

/** All processes run the same program, so families of one name are of one type. */
function withMore(known: MetricFamily | undefined, more: MetricFamily): MetricFamily {
  if (known?.type === "histogram" && more.type === "histogram")
    return { ...known, samples: [...known.samples, ...more.samples] };
  if (known && known.type !== "histogram" && more.type !== "histogram")
    return { ...known, samples: [...known.samples, ...more.samples] };
  return more;
}
