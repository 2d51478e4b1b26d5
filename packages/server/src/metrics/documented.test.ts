/** Do the guides and the Grafana dashboard name exactly metrics that exist? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Histogram } from "../histogram.ts";
import { newId } from "../ids.ts";
import { readExposition } from "../testing/read-exposition.ts";
import { exposition } from "./exposition.ts";
import { type HealthReadings, productHealth } from "./product-health.ts";
import type { ProjectCounts } from "./project-counts.sql.ts";
import { projectFamilies } from "./project-families.ts";

const GUIDES = join(import.meta.dirname, "../../../../docs/guides");

const HEALTH: HealthReadings = {
  process: { version: "1", startedAtMs: 0, cpuSeconds: 0, residentBytes: 0, heapBytes: 0 },
  eventLoop: { delaySeconds: { mean: 0, p99: 0, max: 0 }, busySeconds: 0 },
  node: {
    ingest: {
      accepted: 0,
      rejected: 0,
      refused: new Map([[503, 1]]),
      bodyBytes: 0,
      answerSeconds: new Histogram(),
    },
    inFlight: { requests: 0, places: 0, bytes: 0 },
    unrouted: { inMemory: 0, bytes: 0, parked: 0, recovered: 0 },
    routed: { events: 0, ignored: 0 },
    attempts: { byStatus: new Map([["FAILED", 1]]), responseSeconds: new Histogram() },
    ready: { held: 0, bytes: 0, onTheWire: 0, destinations: 0 },
    searchIndexLagSeconds: 0,
    loops: [{ name: "retention", succeededAtMs: 1, failed: 0 }],
    alarms: [{ name: "reload_failed", raised: 1, isActive: true }],
  },
  pools: { api: { open: 0, idle: 0, waiting: 0 } },
  statements: new Map([["insert-requests", { count: 1, failed: 0, seconds: 1 }]]),
  sockets: { open: 0, idle: 0, waiting: 0 },
  sandbox: { runs: 0, failed: 0, refused: 0, usedSeconds: 0, waiting: 0, running: 0, children: 0 },
  traces: { exported: 1, dropped: 0, waiting: 0 },
  productEvents: { delivered: 1, dropped: 0, waiting: 0 },
  waitingWork: { pendingEvents: 0, oldestPendingMs: 0, bulkOperations: 0, processes: 1 },
};

const of = {
  atMs: 0,
  count: 1,
  connection_id: newId(),
  connection: "c",
  destination_id: newId(),
  destination: "d",
};
const COUNTS: ProjectCounts = {
  requests: [{ atMs: 0, count: 1, source_id: newId(), source: "s", rejection_cause: "NO_CONNECTION" }],
  events: [{ ...of, status: "QUEUED" }],
  ignored: [{ ...of, cause: "FILTERED" }],
  attempts: [{ ...of, status: "FAILED", response_ms: 250 }],
  latencies: [{ ...of, latency_bucket: 140 }],
};
const PENDING = [{ destination_id: of.destination_id, destination: "d", depth: 1, oldest_ms: 1 }];

const families = [...productHealth(HEALTH), ...projectFamilies(COUNTS, PENDING)];
const text = exposition(families, "text");
const sampled = new Set(
  [...readExposition(text, "text").values()].flatMap(({ samples }) => samples.map(({ name }) => name)),
);

test.each(["text", "openmetrics"] as const)("everything together is valid %s", (format) => {
  expect(readExposition(exposition(families, format), format).size).toBe(families.length);
});

test("every query of the Grafana dashboard asks for metrics that exist", () => {
  const dashboard = JSON.parse(readFileSync(join(GUIDES, "grafana-dashboard.json"), "utf8"));
  const queries: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  const asked = queries.flatMap((query) => query.match(/posthorn_\w+/g) ?? []);

  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !sampled.has(name))).toEqual([]);
});

test("the guide names every metric of a project, and no metric that does not exist", () => {
  const guide = readFileSync(join(GUIDES, "metrics-prometheus.md"), "utf8");
  const named = new Set(guide.match(/posthorn_\w*[a-z]\b(?!_?\*)/g));

  const unknown = [...named].filter((name) => !sampled.has(name) && !sampled.has(`${name}_count`));
  expect(unknown).toEqual([]);
  const ofProject = families.filter(({ name }) => name.startsWith("posthorn_project_"));
  expect(ofProject.filter(({ name }) => !guide.includes(`\`${name}`)).map(({ name }) => name)).toEqual([]);
});
