import { attemptId, publicId, type IdKind } from "@posthorn/contract/ids";
import { expect, test } from "vitest";
import { addressOfPlace, targetOfId } from "./id-address.ts";

const UUID = "01999999-9999-7999-8999-999999999999";
const idOf = (kind: IdKind) => publicId(kind, UUID);

test.each([
  ["event", "event", `/events/${idOf("event")}`],
  ["request", "request", `/requests/${idOf("request")}`],
  ["connection", "connection", `/connections/${idOf("connection")}`],
  ["source", "source", `/sources/${idOf("source")}`],
  ["destination", "destination", `/destinations/${idOf("destination")}`],
  ["transformation", "transformation", `/transformations/${idOf("transformation")}`],
  ["issue", "issue", `/issues/${idOf("issue")}`],
  ["issue_trigger", "issue trigger", `/issue-triggers/${idOf("issue_trigger")}`],
  ["bookmark", "bookmark", `/bookmarks?selected_id=${idOf("bookmark")}`],
] as const)("the id of a %s leads to its page", (kind, name, address) => {
  expect(targetOfId(` ${idOf(kind)} `)).toEqual({ id: idOf(kind), name, address });
});

test("an attempt is shown with its event", () => {
  const id = attemptId(UUID, 3);

  const address = `/events/${idOf("event")}/attempts?selected_attempt_id=${id}`;
  expect(targetOfId(id)).toEqual({ id, name: "attempt", address });
});

test.each(["execution", "bulk_operation", "payload"] as const)("the server knows where an %s is", (kind) => {
  expect(targetOfId(idOf(kind))).toMatchObject({ id: idOf(kind), address: null });
});

test("what the server has found is shown where it belongs", () => {
  expect(addressOfPlace("exe_1", { kind: "execution", transformation_id: "trs_1" })).toBe(
    "/transformations/trs_1/executions?selected_execution_id=exe_1",
  );
  expect(addressOfPlace("bch_1", { kind: "bulk_operation", type: "events.cancel" })).toBe(
    "/events?bulk_retry_id=bch_1",
  );
  expect(addressOfPlace("bch_1", { kind: "bulk_operation", type: "ignored_events.retry" })).toBe(
    "/requests?bulk_retry_id=bch_1",
  );
  expect(addressOfPlace("edt_1", { kind: "request", id: "req_1" })).toBe("/requests/req_1");
  expect(addressOfPlace("edt_1", { kind: "event", id: "evt_1" })).toBe("/events/evt_1");
});

test.each(["", "events", "evt_", "evt_1", idOf("api_key"), idOf("project")])("%j names no page", (text) => {
  expect(targetOfId(text)).toBeNull();
});
