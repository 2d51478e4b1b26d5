import {
  createConnection,
  listConnections,
  pauseConnection,
  updateConnection,
} from "@posthorn/contract/connections";
import { isNameUsed } from "@posthorn/contract/dashboard-api";
import { listEvents } from "@posthorn/contract/events";
import { listRequests } from "@posthorn/contract/requests";
import { expect, test } from "vitest";
import { pathOf, requestOf } from "./endpoint-request.ts";

test("public endpoints are asked under the version, the dashboard's own and those with a door under their prefix", () => {
  expect(pathOf(listConnections, {})).toBe("/2025-07-01/connections");
  expect(pathOf(listRequests, {})).toBe("/dashboard-api/requests");
  expect(pathOf(isNameUsed, { query: { kind: "source", name: "stripe" } })).toBe(
    "/dashboard-api/name-is-used?kind=source&name=stripe",
  );
});

test("nested filters go into the query as the API reads them", () => {
  const query = { webhook_id: ["web_1", "web_2"], created_at: { gte: "2026-11-14" }, limit: 5 };

  expect(pathOf(listEvents, { query })).toBe(
    "/2025-07-01/events?webhook_id[0]=web_1&webhook_id[1]=web_2&created_at[gte]=2026-11-14&limit=5",
  );
});

test("an id in the path cannot reach another path", () => {
  expect(pathOf(pauseConnection, { params: { id: "web_1/../x" } })).toBe(
    "/2025-07-01/connections/web_1%2F..%2Fx/pause",
  );
  expect(() => pathOf(pauseConnection, {})).toThrow("/connections/{id}/pause was called without id");
});

test("a call names its project, and a body its type", () => {
  const bare = requestOf(listConnections, {}, "tm_1");
  const full = requestOf(createConnection, { body: { source_id: "src_1", destination_id: "des_1" } }, null);

  expect(new Headers(bare.headers).get("x-project-id")).toBe("tm_1");
  expect(new Headers(bare.headers).has("content-type")).toBe(false);
  expect(new Headers(full.headers).has("x-project-id")).toBe(false);
  expect(full).toMatchObject({ method: "POST", body: '{"source_id":"src_1","destination_id":"des_1"}' });
});

test("a save names the version that was edited, in quotes", () => {
  const updated_at = "2026-11-15T08:30:00.000Z";
  const save = requestOf(updateConnection, { body: {}, ifUnchangedSince: updated_at }, null);

  expect(new Headers(save.headers).get("if-match")).toBe(`"${updated_at}"`);
  expect(new Headers(requestOf(updateConnection, { body: {} }, null).headers).has("if-match")).toBe(false);
});
