import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const url = "https://api.example.com/hooks";

test("a new destination has the documented shape", async () => {
  const { status, body } = await api.call("POST", "/destinations", {
    body: { name: "api", config: { url } },
  });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^des_/),
    name: "api",
    description: null,
    type: "HTTP",
    config: {
      url,
      rate_limit: null,
      rate_limit_period: "second",
      http_method: null,
      path_forwarding_disabled: false,
      auth: {},
      auth_type: "HOOKDECK_SIGNATURE",
    },
    disabled_at: null,
  });
});

test("what was read can be written back", async () => {
  const created = (await api.call("POST", "/destinations", { body: { name: "echo", config: { url } } })).body;
  const { name, type, description, config } = created;

  const written = await api.call("PUT", "/destinations", { body: { name, type, description, config } });

  expect(written.body.config).toEqual(config);
  expect(written.body.id).toBe(created.id);
});

test("a new destination needs a URL, one that is there does not", async () => {
  const missing = await api.call("PUT", "/destinations", { body: { name: "no-url" } });
  await api.call("PUT", "/destinations", { body: { name: "with-url", config: { url } } });
  const kept = await api.call("PUT", "/destinations", { body: { name: "with-url", description: "d" } });

  expect([missing.status, missing.body.data]).toEqual([422, ["config.url is required"]]);
  expect((await api.call("POST", "/destinations", { body: { name: "no-url" } })).status).toBe(422);
  expect(kept.body).toMatchObject({ description: "d", config: { url } });
});

test("an update merges the config", async () => {
  const { id } = (await api.call("POST", "/destinations", { body: { name: "merged", config: { url } } }))
    .body;

  const { body } = await api.call("PUT", `/destinations/${id}`, { body: { config: { http_method: "PUT" } } });

  expect(body.config).toMatchObject({ url, http_method: "PUT", path_forwarding_disabled: false });
});

test("URLs that are no HTTP are refused with the field's sentence", async () => {
  for (const bad of [
    "",
    "example.com",
    "ftp://example.com",
    "http://",
    "http://user:pw@example.com",
    "http://a b",
  ]) {
    const { status, body } = await api.call("POST", "/destinations", {
      body: { name: "bad", config: { url: bad } },
    });
    expect([status, body.message]).toEqual([422, "Must be a valid HTTP url"]);
  }
});

test("addresses that point inward are refused in every spelling", async () => {
  const strict = await givenApi({ egressAllow: [] });
  const { id } = (await strict.call("POST", "/destinations", { body: { name: "ok", config: { url } } })).body;

  for (const inward of [
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://10.1.2.3:8080/x",
    "http://169.254.169.254/latest/meta-data",
    "http://localhost:3000/",
    "http://app.localhost./",
  ]) {
    const config = { url: inward };
    for (const refused of [
      await strict.call("POST", "/destinations", { body: { name: "in", config } }),
      await strict.call("PUT", "/destinations", { body: { name: "ok", config } }),
      await strict.call("PUT", `/destinations/${id}`, { body: { config } }),
      await strict.call("POST", "/connections", {
        body: { source: { name: "s" }, destination: { name: "in", config } },
      }),
    ]) {
      expect([inward, refused.status, refused.body.message]).toEqual([
        inward,
        422,
        "This address is not allowed",
      ]);
    }
  }
  expect((await strict.call("GET", "/sources")).body.count).toBe(0); // nothing was left behind
  await strict.stop();
  const allowed = { name: "loopback", config: { url: "http://127.0.0.1:3000/" } };
  expect((await api.call("POST", "/destinations", { body: allowed })).status).toBe(200);
});

test("many upserts of one name at once make one destination", async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      api.call("PUT", "/destinations", { body: { name: "crowded", config: { url } } }),
    ),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test("a taken name gives 409, a deleted destination 410, a foreign one 404", async () => {
  const config = { url };
  const { id } = (await api.call("POST", "/destinations", { body: { name: "one", config } })).body;
  const two = (await api.call("POST", "/destinations", { body: { name: "two", config } })).body;

  const taken = await api.call("POST", "/destinations", { body: { name: "one", config } });
  const renamed = await api.call("PUT", `/destinations/${two.id}`, { body: { name: "one" } });
  const foreign = await api.call("GET", `/destinations/${id}`, { key: api.other.key });
  await api.call("DELETE", `/destinations/${id}`);

  expect([taken.status, taken.body.data]).toEqual([409, { id, resource_type: "destination" }]);
  expect([renamed.status, renamed.body.data]).toEqual([409, { id, resource_type: "destination" }]);
  expect(foreign.status).toBe(404);
  for (const [method, path] of [
    ["GET", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["PUT", "/disable"],
    ["PUT", "/enable"],
  ] as const) {
    const again = await api.call(method, `/destinations/${id}${path}`, {
      ...(method === "PUT" && { body: {} }),
    });
    expect(again.status).toBe(410);
  }
});

test("archiving is disabling by its older name", async () => {
  const { id } = (await api.call("POST", "/destinations", { body: { name: "old", config: { url } } })).body;

  const archived = await api.call("PUT", `/destinations/${id}/archive`, { body: {} });
  const back = await api.call("PUT", `/destinations/${id}/unarchive`);

  expect(archived.body).toMatchObject({ id, disabled_at: expect.any(String) });
  expect(back.body).toMatchObject({ id, disabled_at: null });
});
