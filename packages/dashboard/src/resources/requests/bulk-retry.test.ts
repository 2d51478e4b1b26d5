import { expect, test } from "vitest";
import { bulkRetryOf, OTHER_FILTERS } from "./bulk-retry.ts";

const NOW = new Date("2026-11-14T12:00:00.000Z");

test("a list of requests retries requests", () => {
  const { type, whyNot, queryOf } = bulkRetryOf({
    status: "rejected",
    ingested_at: { relative: "last_hour" },
  });

  expect([type, whyNot]).toEqual(["requests.retry", undefined]);
  expect(queryOf(NOW)).toEqual({ status: "rejected", ingested_at: { gte: "2026-11-14T11:00:00.000Z" } });
});

test("a list by an ignored cause retries the ignored events, with the filters that the list has", () => {
  const { type, whyNot, queryOf } = bulkRetryOf({
    cause: ["FILTERED"],
    transformation_id: ["trs_1"],
    source_id: ["src_1"],
    ingested_at: { relative: "last_hour" },
  });

  expect([type, whyNot]).toEqual(["ignored_events.retry", undefined]);
  expect(queryOf(NOW)).toEqual({
    cause: ["FILTERED"],
    transformation_id: ["trs_1"],
    source_id: ["src_1"],
    created_at: { gte: "2026-11-14T11:00:00.000Z" },
  });
  expect(bulkRetryOf({ transformation_id: ["trs_1"] }).type).toBe("ignored_events.retry");
});

test("it never acts on more than the list shows", () => {
  expect(bulkRetryOf({ cause: ["FILTERED"], search_term: "refund" }).whyNot).toBe(OTHER_FILTERS);
  expect(bulkRetryOf({ cause: ["FILTERED"], cli_events_count: { gte: 1 } }).whyNot).toBe(OTHER_FILTERS);
});
