/**
 * @hookdeck/sdk: issues of a type that it does not know.
 *
 * Rejected requests are an issue of ours, and the SDK knows only deliveries and transformations. It passes on what it
 * does not know, as it does with issues of backpressure, so such an issue needs no hiding. Its fields keep the names of
 * the wire. Of a trigger of this type, the SDK prints that it does not know its configurations, and passes them on. The
 * SDK runs here as its users run it: `sdkOf` would check the reply more strictly than the SDK does.
 */
import { HookdeckClient } from "@hookdeck/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startFarEnd } from "../../testing/gateway.ts";
import { givenProject } from "../../testing/given-project.ts";
import { connect, send } from "../../testing/sdk-deliveries.ts";
import { sdkOf } from "../../testing/sdk.ts";

let client: HookdeckClient;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  const project = await givenProject();
  client = new HookdeckClient({ environment: `${project.publicUrl}/2024-03-01`, token: project.key });
  farEnd = await startFarEnd((_, response) => response.writeHead(503).end());
  const made = await fetch(`${project.publicUrl}/2025-07-01/issue-triggers`, {
    method: "POST",
    headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
    body: JSON.stringify({ type: "request", name: "rejected", channels: {}, configs: { per_minute: 1 } }),
  });
  expect(made.status).toBe(200);
  const connection = await connect(sdkOf(project), "orders", farEnd.url);
  await send(connection, { kind: "order" });
  expect((await fetch(connection.source.url, { method: "OPTIONS" })).status).toBe(405);
});
afterAll(() => farEnd.close());

/** As the wire has it: the SDK's own type does not know it. */
type Listed = { id: string; type: string };
const listed = async () => ((await client.issue.list()).models ?? []) as unknown as Listed[];

test("a list with such an issue is read, with all others in it", async () => {
  const models = await eventually(listed, (found) => found.length === 2);

  expect(models.toSorted((one, other) => (one.type < other.type ? -1 : 1))).toMatchObject([
    { type: "delivery", aggregationKeys: { responseStatus: [503] } },
    { type: "request", aggregation_keys: { rejection_cause: ["UNSUPPORTED_HTTP_METHOD"] } },
  ]);
});

test("it can be read, changed and dismissed", async () => {
  const models = await eventually(listed, (found) => found.some(({ type }) => type === "request"));
  const id = models.find(({ type }) => type === "request")?.id ?? "";

  expect(await client.issue.retrieve(id)).toMatchObject({ id, type: "request" });
  expect(await client.issue.update(id, { status: "ACKNOWLEDGED" })).toMatchObject({ status: "ACKNOWLEDGED" });
  expect(await client.issue.dismiss(id)).toMatchObject({ id, status: "IGNORED" });
});

test("its trigger is listed with all others", async () => {
  const { models = [] } = await client.issueTrigger.list();

  expect(models.map(({ type }) => type as string).toSorted()).toEqual([
    "backpressure",
    "delivery",
    "request",
    "transformation",
  ]);
  expect(models.every(({ createdAt }) => createdAt instanceof Date)).toBe(true);
});
