/** `hookdeck gateway metrics …`: every command, with every flag. */
import { afterAll, beforeAll, expect } from "vitest";
import * as contract from "@posthorn/contract/metrics";
import type { ApiCall } from "../testing/api-call.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { type Command, type Flags, flagsOf, testCommands } from "../testing/hookdeck-commands.ts";

let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  farEnd = await startFarEnd((request, response) => {
    response.statusCode = request.url?.startsWith("/refuse") ? 500 : 200;
    response.end();
  });
});
afterAll(() => farEnd.close());

const HOUR_MS = 60 * 60 * 1000;
const around = () => ({
  start: new Date(Date.now() - HOUR_MS).toISOString(),
  end: new Date(Date.now() + HOUR_MS).toISOString(),
});

/** Two requests at one source; one destination accepts, one answers 500; a transformation runs on the way to the first. */
async function givenTraffic(api: ApiCall) {
  const taken = await api("POST", "/connections", {
    name: "taken",
    source: { name: "shop" },
    destination: { name: "taken", config: { url: `${farEnd.url}/take` } },
    rules: [
      {
        type: "transform",
        transformation: { name: "same", code: 'addHandler("transform", (request) => request);' },
      },
    ],
  });
  const refused = await api("POST", "/connections", {
    name: "refused",
    source_id: taken.source.id,
    destination: {
      name: "refused",
      config: {
        url: `${farEnd.url}/refuse`,
        // Each order is a group of its own.
        delivery_groups: { key: "body.order", rate: 100, rate_period: "second" },
      },
    },
  });
  for (const order of [1, 2]) {
    const sent = await fetch(taken.source.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ order }),
    });
    expect(sent.status).toBe(200);
  }
  await eventually(
    () => api("GET", "/events"),
    (page) =>
      page.count === 4 &&
      page.models.every(({ status }: { status: string }) => ["SUCCESSFUL", "FAILED"].includes(status)),
  );
  return { taken, refused };
}

/** Runs it over the last hour and the next one; returns the rows. */
const asked = (run: Command, flags: Flags) => run.json(...flagsOf({ ...around(), ...flags }));

const metricsOf = (rows: { metrics: object }[]) => rows.map(({ metrics }) => metrics);

testCommands(["gateway", "metrics"], {
  async requests({ run, api }) {
    const { taken } = await givenTraffic(api);
    const measures = contract.REQUEST_MEASURES.join(",");

    const [all] = metricsOf(await asked(run, { measures }));
    expect(all).toEqual({
      count: 2,
      accepted_count: 2,
      rejected_count: 0,
      discarded_count: 0,
      avg_events_per_request: 2,
      avg_ignored_per_request: 0,
    });
    const bySource = await asked(run, {
      measures: "count",
      dimensions: "source_id,status",
      "source-id": taken.source.id,
    });
    expect(bySource).toEqual([
      { dimensions: { source_id: taken.source.id, status: "ACCEPTED" }, metrics: { count: 2 } },
    ]);
    expect(await asked(run, { measures: "count", status: "REJECTED" })).toEqual([]);
    const [bucket] = await asked(run, { measures: "count", granularity: "1d" });
    expect(bucket.time_bucket).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
    expect(await run.text(...flagsOf({ ...around(), measures: "count" }))).toContain("2");
    expect(await run.refused(...flagsOf({ ...around(), measures: "size" }))).toContain(
      "measures[0] must be one of",
    );
  },

  async events({ run, api }) {
    const { taken, refused } = await givenTraffic(api);
    const measures = contract.EVENT_MEASURES.join(",");

    expect(metricsOf(await asked(run, { measures, "connection-id": refused.id }))).toEqual([
      {
        count: 2,
        successful_count: 0,
        failed_count: 2,
        scheduled_count: 0,
        paused_count: 0,
        error_rate: 1,
        avg_attempts: 1,
        scheduled_retry_count: 0,
        max_count_per_second: expect.any(Number),
      },
    ]);
    const byConnection = await asked(run, {
      measures: "count",
      dimensions: "connection_id,status",
      "source-id": taken.source.id,
    });
    expect(byConnection).toHaveLength(2);
    expect(
      await asked(run, { measures: "count", "destination-id": taken.destination.id, status: "FAILED" }),
    ).toEqual([]);
    expect(metricsOf(await asked(run, { measures: "count", granularity: "1d" }))).toEqual([{ count: 4 }]);
    const grouped = await asked(run, {
      measures: "count",
      dimensions: "delivery_group",
      "destination-id": refused.destination.id,
      "delivery-group": "2",
    });
    expect(grouped).toEqual([{ dimensions: { delivery_group: "2" }, metrics: { count: 1 } }]);
    // These three lead to endpoints of their own.
    expect(await asked(run, { measures: "pending", granularity: "1h" })).toEqual(expect.any(Array));
    expect(await asked(run, { measures: "max_depth,max_age", dimensions: "destination_id" })).toEqual(
      expect.any(Array),
    );
    expect(await asked(run, { measures: "count", "issue-id": "iss_1" })).toEqual([]);
  },

  async attempts({ run, api }) {
    const { taken, refused } = await givenTraffic(api);
    const measures = contract.ATTEMPT_MEASURES.join(",");

    const [all] = metricsOf(await asked(run, { measures, "destination-id": taken.destination.id }));
    expect(all).toMatchObject({
      count: 2,
      successful_count: 2,
      failed_count: 0,
      delivered_count: 2,
      error_rate: 0,
    });
    expect(
      metricsOf(await asked(run, { measures: "count", dimensions: "status", granularity: "1d" })),
    ).toEqual([{ count: 2 }, { count: 2 }]);
    expect(metricsOf(await asked(run, { measures: "count", status: "FAILED" }))).toEqual([{ count: 2 }]);
    const ofGroup = { measures: "count", "destination-id": refused.destination.id, "delivery-group": "1" };
    expect(metricsOf(await asked(run, ofGroup))).toEqual([{ count: 1 }]);
  },

  async transformations({ run, api }) {
    const { taken } = await givenTraffic(api);
    const measures = contract.TRANSFORMATION_MEASURES.join(",");

    const [all] = metricsOf(await asked(run, { measures, "connection-id": taken.id }));
    expect(all).toMatchObject({
      count: 2,
      successful_count: 2,
      failed_count: 0,
      error_rate: 0,
      error_count: 0,
    });
    expect(await asked(run, { measures: "count", dimensions: "log_level", granularity: "1d" })).toHaveLength(
      1,
    );
    expect(await asked(run, { measures: "count", "issue-id": "iss_1" })).toEqual([]);
  },
});
