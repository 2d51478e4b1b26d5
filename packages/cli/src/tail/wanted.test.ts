import { expect, test } from "vitest";
import { Failure } from "../failure.ts";
import { wantedOf } from "./wanted.ts";

const wanted = (typed: { what?: string; connections?: string[]; statuses?: string[] }) =>
  wantedOf({ what: undefined, connections: [], statuses: [], ...typed });

test("without filters, all is wanted but events that only wait for their turn", () => {
  expect(wanted({})).toEqual({
    requests: { statuses: ["accepted", "rejected"] },
    events: { statuses: ["SCHEDULED", "HOLD", "SUCCESSFUL", "FAILED", "CANCELLED"] },
  });
});

test("a filter that only events or only requests have asks for these alone", () => {
  expect(wanted({ connections: ["erp"] }).requests).toBeNull();
  expect(wanted({ statuses: ["FAILED"] })).toEqual({ requests: null, events: { statuses: ["FAILED"] } });
  expect(wanted({ statuses: ["QUEUED"] }).events).toEqual({ statuses: ["QUEUED"] });
  expect(wanted({ statuses: ["rejected"] })).toEqual({ requests: { statuses: ["rejected"] }, events: null });
  expect(wanted({ statuses: ["rejected", "FAILED"] })).toEqual({
    requests: { statuses: ["rejected"] },
    events: { statuses: ["FAILED"] },
  });
  expect(wanted({ what: "requests" }).events).toBeNull();
});

test.each([
  { what: "requests", connections: ["erp"] },
  { what: "requests", statuses: ["FAILED"] },
  { what: "events", statuses: ["rejected"] },
  { connections: ["erp"], statuses: ["rejected"] },
])("filters that nothing can match are refused: $what $connections $statuses", (typed) => {
  expect(() => wanted(typed)).toThrow(Failure);
});
