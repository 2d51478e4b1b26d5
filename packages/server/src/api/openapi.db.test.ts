/** Does the API answer what its OpenAPI document says? Real replies, checked against the served document. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../testing/given-api.ts";

interface Operation {
  responses: Record<string, { content: { "application/json": { schema: z.core.JSONSchema.JSONSchema } } }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: z.core.JSONSchema.JSONSchema } };
}

let api: GivenApi;
let document: Document;
beforeAll(async () => {
  api = await givenApi();
  document = (await api.call("GET", "/openapi", { key: null })).body;
});
afterAll(() => api.stop());

/** Fails when the reply is not what the document promises for this status. */
async function expectAsDocumented(method: string, path: string, url: string, body?: unknown): Promise<void> {
  const answer = await api.call(method, url, { ...(body !== undefined && { body }) });
  const documented = document.paths[path]?.[method.toLowerCase()]?.responses[answer.status];
  const schema =
    answer.status === 200
      ? documented?.content["application/json"].schema
      : document.components.schemas.Error;
  expect([url, answer.status, documented !== undefined]).toEqual([url, answer.status, true]);
  const result = z.fromJSONSchema(schema ?? {}).safeParse(answer.body);
  expect([url, result.error?.issues]).toEqual([url, undefined]);
}

test("every documented path is served", async () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      const { status, body } = await api.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "some-id"), {
        ...(!["get", "delete"].includes(method) && { body: {} }),
      });
      // A route that does not exist answers 404 without naming an id.
      if (status === 404) expect([path, body.data]).toEqual([path, { id: "some-id" }]);
      expect([path, method, status < 500]).toEqual([path, method, true]);
    }
  }
});

test("real replies are as documented", async () => {
  const config = { url: "https://api.example.com" };
  const input = { name: "c", source: { name: "s" }, destination: { name: "d", config } };
  const connection = (await api.call("POST", "/connections", { body: input })).body;
  const source_id = internalId("source", connection.source.id) ?? "";
  const webhook_id = internalId("connection", connection.id) ?? "";
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
  const event = await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id });
  const eventId = publicId("event", event);

  await expectAsDocumented("PUT", "/connections", "/connections", input);
  await expectAsDocumented("POST", "/connections", "/connections", input);
  await expectAsDocumented("GET", "/connections", "/connections");
  await expectAsDocumented("GET", "/connections/{id}", `/connections/${connection.id}`);
  const code = `addHandler("transform", (request) => request);`;
  const transformation = { name: "t", code, env: { A: "1" } };
  const { id } = (await api.call("PUT", "/transformations", { body: transformation })).body;
  const trial = { transformation_id: id, request: { headers: { "content-type": "text/plain" } } };
  const runPath = "/transformations/run";
  await expectAsDocumented("POST", "/transformations", "/transformations", transformation);
  await expectAsDocumented("GET", "/transformations", "/transformations");
  await expectAsDocumented("GET", "/transformations/{id}", `/transformations/${id}`);
  await expectAsDocumented("PUT", runPath, runPath, trial);
  await expectAsDocumented("PUT", runPath, runPath, { ...trial, code: "throw 1" });
  await expectAsDocumented("PUT", runPath, runPath, {});
  await expectAsDocumented("GET", "/transformations/{id}/executions", `/transformations/${id}/executions`);
  await expectAsDocumented("DELETE", "/transformations/{id}", `/transformations/${id}`);
  await expectAsDocumented("DELETE", "/transformations/{id}", `/transformations/${id}`);
  await expectAsDocumented("GET", "/sources", "/sources?limit=1");
  await expectAsDocumented("GET", "/sources", "/sources?limit=many");
  await expectAsDocumented("GET", "/sources/count", "/sources/count");
  await expectAsDocumented("GET", "/destinations/{id}", `/destinations/${connection.destination.id}`);
  await expectAsDocumented("GET", "/requests", "/requests?include=data");
  await expectAsDocumented("GET", "/requests/{id}", `/requests/${publicId("request", request_id)}`);
  await expectAsDocumented("GET", "/events", "/events?include=data");
  await expectAsDocumented("GET", "/events/{id}", `/events/${eventId}`);
  await expectAsDocumented("GET", "/events/{id}", "/events/unknown");
  await expectAsDocumented("GET", "/events/{id}/raw_body", `/events/${eventId}/raw_body`);
  await expectAsDocumented("POST", "/events/{id}/retry", `/events/${eventId}/retry`);
  await expectAsDocumented("GET", "/attempts", "/attempts");
  const cancel = "/bulk/events/cancel";
  await expectAsDocumented("GET", `${cancel}/plan`, `${cancel}/plan?query[status]=QUEUED`);
  await expectAsDocumented("POST", cancel, cancel, { query: { status: "QUEUED" } });
  await expectAsDocumented("POST", cancel, cancel, { query: { status: "QUEUED" } });
  await expectAsDocumented("POST", cancel, cancel, { query: { status: "HOLD" } });
  await expectAsDocumented("GET", cancel, `${cancel}?in_progress=true`);
  await expectAsDocumented("DELETE", "/sources/{id}", `/sources/${connection.source.id}`);
  await expectAsDocumented("DELETE", "/sources/{id}", `/sources/${connection.source.id}`);
});
