/** Does the server say where something is shown, and only to those who may see it? Against a running gateway. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { eventually } from "../../testing/gateway.ts";
import { givenApiWithGateway, type ApiWithGateway } from "../../testing/given-api-with-gateway.ts";

let given: ApiWithGateway;
beforeAll(async () => void (given = await givenApiWithGateway()));
afterAll(() => given.stop());

const placeOf = async (id: string) => {
  const { status, body } = await given.api.call("GET", `//dashboard-api/places/${id}`);
  return status === 200 ? body : status;
};

test("an execution is with its transformation, data with its request or event", async () => {
  const { api } = given;
  const code = "addHandler('transform', (request) => ({ ...request, body: { changed: true } }));";
  const transformation = (await api.call("POST", "/transformations", { body: { name: "change", code } }))
    .body;
  const { connection } = await given.connect({
    rules: [{ type: "transform", transformation_id: transformation.id }],
  });
  const sent = await api.call("POST", `//dashboard-api/connections/${connection.id}/test-event`);
  const [event] = sent.body.events;
  const { body } = await api.call("GET", `/transformations/${transformation.id}/executions`);

  expect(await placeOf(body.models[0].id)).toEqual({
    kind: "execution",
    transformation_id: transformation.id,
  });
  expect(await placeOf(event.event_data_id)).toEqual({ kind: "event", id: event.id });
  const received = publicId("payload", internalId("request", sent.body.request.id) ?? "");
  expect(await placeOf(received)).toEqual({ kind: "request", id: sent.body.request.id });
});

test("a bulk operation says what it works on", async () => {
  const { api } = given;
  const { connection } = await given.connect({});
  const sent = await api.call("POST", `//dashboard-api/connections/${connection.id}/test-event`);
  await eventually(
    async () => (await api.call("GET", `/events/${sent.body.events[0].id}`)).body.status,
    (status) => status === "SUCCESSFUL",
  );
  const query = { webhook_id: connection.id };
  const { body } = await api.call("POST", "/bulk/events/retry", { body: { query } });

  expect(await placeOf(body.id)).toEqual({ kind: "bulk_operation", type: "events.retry" });
});

test.each(["execution", "bulk_operation", "payload"] as const)("an unknown %s is not found", async (kind) => {
  expect(await placeOf(publicId(kind, newId()))).toBe(404);
  expect(await placeOf("nonsense")).toBe(404);
});
