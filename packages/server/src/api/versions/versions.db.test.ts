/** Does the server answer every wire version over real HTTP, in that version's shape? */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../../testing/given-api.ts";
import { VERSIONS } from "./versions.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const call = (version: string, method: string, path: string, body?: unknown) =>
  api.call(method, `//${version}${path}`, { ...(body !== undefined && { body }) });

test.each(VERSIONS.map(({ name }) => name))("%s is served, with its document", async (version) => {
  expect((await call(version, "GET", "/sources")).body).toMatchObject({ models: [] });
  expect((await call(version, "GET", "/openapi")).body.info.version).toBe(version);
  expect((await api.call("GET", `//${version}/sources`, { key: null })).status).toBe(401);
});

test("a version that there is not is told as such", async () => {
  const { status, body } = await call("2023-07-01", "GET", "/sources");

  expect(status).toBe(404);
  expect(body).toEqual({
    code: "NOT_FOUND",
    status: 404,
    message:
      "Not Found: there is no version 2023-07-01 of this API, use one of 2024-03-01, 2024-09-01, 2025-01-01, 2025-07-01, 2026-09-01",
  });
});

test("what one version writes, every other reads in its own words", async () => {
  const configs = { header_key: "x-key", api_key: "secret" };
  const written = await call("2024-03-01", "PUT", "/connections", {
    name: "c",
    source: { name: "s", verification: { type: "api_key", configs }, allowed_http_methods: ["PUT"] },
    destination: { name: "d", url: "https://example.com", rate_limit: 5, rate_limit_period: "minute" },
  });
  expect(written.body).toMatchObject({
    source: { verification: { type: "api_key" }, allowed_http_methods: ["PUT"] },
    destination: { url: "https://example.com", rate_limit: 5, auth_method: { type: "HOOKDECK_SIGNATURE" } },
  });

  const at = async (version: string) => (await call(version, "GET", `/connections/${written.body.id}`)).body;
  expect(await at("2025-07-01")).toMatchObject({
    source: { type: "WEBHOOK", config: { auth_type: "API_KEY", allowed_http_methods: ["PUT"] } },
    destination: { type: "HTTP", config: { rate_limit: 5, rate_limit_period: "minute" } },
  });
  expect((await at("2026-09-01")).destination.config).toMatchObject({
    delivery_policy: { rate: 5, period: "minute" },
  });

  const timed = `/destinations/${written.body.destination.id}`;
  await call("2026-09-01", "PUT", timed, { config: { delivery_timeout: 90 } });
  await call("2025-01-01", "PUT", timed, { config: { http_method: "PUT" } });
  const configIn = async (version: string) => (await call(version, "GET", timed)).body.config;
  expect(await configIn("2026-09-01")).toMatchObject({ delivery_timeout: 90, http_method: "PUT" });
  expect(await configIn("2025-07-01")).toMatchObject({ delivery_timeout: 90 });
  expect(await configIn("2025-01-01")).not.toHaveProperty("delivery_timeout");
  expect((await call("2024-09-01", "GET", timed)).body).not.toHaveProperty("delivery_timeout");

  const groups = { key: "body.shop", rate: 3, rate_period: "hour" };
  await call("2026-09-01", "PUT", timed, { config: { delivery_policy: { groups } } });
  await call("2024-03-01", "PUT", timed, { rate_limit: 7 });
  expect((await configIn("2026-09-01")).delivery_policy).toEqual({ rate: 7, period: "minute", groups });
  expect(await configIn("2025-07-01")).toMatchObject({ rate_limit: 7, delivery_groups: groups });
  expect(await configIn("2025-01-01")).not.toHaveProperty("delivery_groups");
  await call("2026-09-01", "PUT", timed, { config: { delivery_policy: { rate: null, groups: null } } });
  expect((await configIn("2026-09-01")).delivery_policy).toBeNull();

  const path = `/sources/${written.body.source.id}`;
  const changed = await call("2024-09-01", "PUT", path, { allowed_http_methods: ["GET"] });
  expect(changed.body).toMatchObject({
    allowed_http_methods: ["GET"],
    verification: { type: "api_key" },
  });
  expect((await call("2024-09-01", "GET", `${path}?include=verification.configs`)).body.verification).toEqual(
    { type: "api_key", configs },
  );
});

test("an event's group is shown and looked for where it is known", async () => {
  const made = await call("2026-09-01", "PUT", "/connections", {
    name: "grouped",
    source: { name: "grouped" },
    destination: { name: "grouped", type: "MOCK_API" },
  });
  const request_id = await givenRequest(api.db, {
    team_id: api.team_id,
    source_id: internalId("source", made.body.source.id) ?? "",
  });
  const webhook_id = internalId("connection", made.body.id) ?? "";
  const given = (ordinal: number) =>
    givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id, ordinal, status: "FAILED" });
  const [first, second] = [await given(1), await given(2)];
  await api.db.query("update events set delivery_group = 'a' where id = $1", [first]);
  await api.db.query("update events set delivery_group = '' where id = $1", [second]);
  const one = async (version: string, id: string) =>
    (await call(version, "GET", `/events/${publicId("event", id)}`)).body;

  expect(await one("2026-09-01", first)).toMatchObject({ delivery_group: "a" });
  expect(await one("2026-09-01", second)).toMatchObject({ delivery_group: null });
  expect(await one("2025-07-01", first)).toMatchObject({ delivery_group: "a" });
  expect(await one("2025-07-01", second)).not.toHaveProperty("delivery_group");
  expect(await one("2025-01-01", first)).not.toHaveProperty("delivery_group");
  const found = await call("2026-09-01", "GET", "/events?delivery_group=a");
  expect(found.body.models.map((event: { id: string }) => event.id)).toEqual([publicId("event", first)]);
  const plan = await call("2026-09-01", "GET", "/bulk/events/retry/plan?query[delivery_group]=a");
  expect(plan.body.estimated_count).toBe(1);
});

test("a mistake is told in the words of the version that made it", async () => {
  const put = async (version: string, body: unknown) =>
    (await call(version, "PUT", "/destinations", body)).body.data;

  expect(await put("2024-03-01", { name: "x" })).toEqual(["url is required"]);
  expect(await put("2025-07-01", { name: "x" })).toEqual(["config.url is required"]);
  const source = { name: "x", verification: { type: "hmac", configs: {} } };
  expect((await call("2024-03-01", "PUT", "/sources", source)).body.data).toContain(
    "verification.configs.header_key is required",
  );
});

test("a retry of an event answers as its version does", async () => {
  const input = { source: { name: "rs" }, destination: { name: "rd", config: { url: "https://a.example" } } };
  const connection = (await api.call("POST", "/connections", { body: input })).body;
  const request_id = await givenRequest(api.db, {
    team_id: api.team_id,
    source_id: internalId("source", connection.source.id) ?? "",
  });
  const webhook_id = internalId("connection", connection.id) ?? "";
  const given = { team_id: api.team_id, request_id, webhook_id };
  const [first, second] = [
    publicId("event", await givenEvent(api.db, given)),
    publicId("event", await givenEvent(api.db, { ...given, ordinal: 2 })),
  ];

  expect((await call("2024-03-01", "POST", `/events/${first}/retry`)).body).toMatchObject({
    event: { id: first, status: "QUEUED" },
    attempt: null,
  });
  expect((await call("2024-09-01", "POST", `/events/${second}/retry`)).body).toMatchObject({
    id: second,
    status: "QUEUED",
  });
});

test("destinations of 2024 are found by their address and their path", async () => {
  const [at, cli] = ["https://found.example/hook", "/found-cli"];
  await call("2024-03-01", "PUT", "/destinations", { name: "by-url", url: at });
  await call("2024-03-01", "PUT", "/destinations", { name: "by-path", cli_path: cli });
  const named = async (query: string) =>
    (await call("2024-09-01", "GET", `/destinations?${query}`)).body.models.map(
      ({ name }: { name: string }) => name,
    );

  expect(await named(`url=${encodeURIComponent(at)}`)).toEqual(["by-url"]);
  expect(await named(`url[0]=${encodeURIComponent(at)}&url[1]=https://none.example`)).toEqual(["by-url"]);
  expect(await named("cli_path[any]=true")).toEqual(["by-path"]);
  expect(await named(`cli_path=${encodeURIComponent(cli)}`)).toEqual(["by-path"]);
});

test("what came later is not there before", async () => {
  expect((await call("2024-03-01", "DELETE", "/transformations/trs_1")).body).toEqual({
    code: "NOT_FOUND",
    status: 404,
    message: "Not Found",
  });
  expect((await call("2024-09-01", "DELETE", "/transformations/trs_1")).body.data).toEqual({ id: "trs_1" });
  expect((await call("2025-01-01", "PUT", "/events/evt_1/cancel", {})).body.data).toBe(undefined);
  expect((await call("2025-01-01", "PUT", "/events/evt_1/mute", {})).body.data).toEqual({ id: "evt_1" });
});
