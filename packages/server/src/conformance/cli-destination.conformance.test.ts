/** `hookdeck gateway destination …`: every command, with every flag. */
import { expect } from "vitest";
import { type Flags, flagsOf, testCommands } from "../testing/hookdeck-commands.ts";

const URL = "http://127.0.0.1:9/orders";
const NEVER_MADE = "des_034xuIRvzVwdzSCfGq6ZsV";

/** The flags of each method of authentication, its type, and the resulting config. */
const AUTHENTICATED: [flags: Flags, auth_type: string, auth: object][] = [
  [{ "auth-method": "bearer", "bearer-token": "t1" }, "BEARER_TOKEN", { token: "t1" }],
  [
    { "auth-method": "basic", "basic-auth-user": "ada", "basic-auth-pass": "secret" },
    "BASIC_AUTH",
    { username: "ada", password: "secret" },
  ],
  [
    { "auth-method": "api_key", "api-key": "k1", "api-key-header": "x-key", "api-key-to": "query" },
    "API_KEY",
    { key: "x-key", api_key: "k1", to: "query" },
  ],
  [
    { "auth-method": "custom_signature", "custom-signature-key": "x-sig", "custom-signature-secret": "s1" },
    "CUSTOM_SIGNATURE",
    { key: "x-sig", signing_secret: "s1" },
  ],
];

const GROUPED = flagsOf({
  "rate-limit": "10",
  "rate-limit-period": "second",
  "delivery-group-key": "body.customer",
  "delivery-group-rate": "5",
  "delivery-group-rate-period": "minute",
  "delivery-group-overrides": '{"big":{"rate":50,"rate_period":"minute"}}',
});
const POLICY = {
  rate: 10,
  period: "second",
  groups: {
    key: "body.customer",
    rate: 5,
    rate_period: "minute",
    overrides: { big: { rate: 50, rate_period: "minute" } },
  },
};

testCommands(["gateway", "destination"], {
  async list({ run, api }) {
    const quiet = await api("POST", "/destinations", { name: "quiet", type: "MOCK_API" });
    await api("PUT", `/destinations/${quiet.id}/disable`);
    await api("POST", "/destinations", { name: "orders", config: { url: URL } });
    await api("POST", "/destinations", { name: "mock", type: "MOCK_API" });
    await api("POST", "/destinations", { name: "laptop", type: "CLI", config: { path: "/" } });
    const names = async (...args: string[]) =>
      (await run.json(...args)).models.map((destination: { name: string }) => destination.name);

    expect(await names()).toEqual(["laptop", "mock", "orders"]);
    expect(await names("--disabled")).toEqual(["laptop", "mock", "orders", "quiet"]);
    expect(await names("--type", "CLI")).toEqual(["laptop"]);
    expect(await names("--name", "orders")).toEqual(["orders"]);
    expect(await names("--name", "nothing")).toEqual([]);
    expect(await run.json("--limit", "1")).toMatchObject({
      models: [{ name: "laptop", type: "CLI", config: { path: "/" } }],
      pagination: { limit: 1, next: expect.stringMatching(/.+/), prev: null },
    });
    expect(await run.text()).toContain("orders");
  },

  async get({ run, api }) {
    const made = await api("POST", "/destinations", {
      name: "orders",
      config: {
        url: URL,
        rate_limit: 5,
        rate_limit_period: "minute",
        auth_type: "BEARER_TOKEN",
        auth: { token: "t" },
      },
    });

    const byId = await run.json(made.id);
    expect(byId).toMatchObject({
      id: made.id,
      team_id: made.team_id,
      name: "orders",
      description: null,
      type: "HTTP",
      config: {
        url: URL,
        delivery_policy: { rate: 5, period: "minute" },
        http_method: null,
        path_forwarding_disabled: false,
        auth_type: "BEARER_TOKEN",
        auth: {},
      },
      disabled_at: null,
    });
    expect(await run.json("orders")).toEqual(byId);
    expect((await run.json(made.id, "--include-auth")).config.auth).toEqual({ token: "t" });
    expect((await run.json("orders", "--include-auth")).config.auth).toEqual({ token: "t" });
    expect(await run.text("orders")).toContain(URL);
    expect(await run.refused("nobody")).toContain("no destination found with name or ID 'nobody'");
    expect(await run.refused(NEVER_MADE)).toContain(`no destination found with name or ID '${NEVER_MADE}'`);
    await api("DELETE", `/destinations/${made.id}`);
    expect(await run.refused(made.id)).toContain(`no destination found with name or ID '${made.id}'`);
  },

  async count({ run, api }) {
    const quiet = await api("POST", "/destinations", { name: "quiet", type: "MOCK_API" });
    await api("PUT", `/destinations/${quiet.id}/disable`);
    await api("POST", "/destinations", { name: "orders", config: { url: URL } });
    await api("POST", "/destinations", { name: "mock", type: "MOCK_API" });

    expect(await run.text()).toBe("2\n");
    expect(await run.text("--disabled")).toBe("3\n");
    expect(await run.text("--name", "orders")).toBe("1\n");
    expect(await run.text("--type", "MOCK_API")).toBe("1\n");
  },

  async create({ run, api, cli }) {
    const secretsOf = async ({ id }: { id: string }) =>
      (await api("GET", `/destinations/${id}?include=config.auth`)).config;
    const http = (name: string, ...flags: string[]) =>
      run.json("--name", name, "--type", "HTTP", "--url", URL, ...flags);

    expect(await http("plain", "--description", "Where orders go", "--http-method", "PUT")).toMatchObject({
      id: expect.stringMatching(/^des_/),
      name: "plain",
      description: "Where orders go",
      type: "HTTP",
      config: { url: URL, http_method: "PUT", auth_type: "HOOKDECK_SIGNATURE" },
    });
    const limited = await http("limited", "--rate-limit", "5", "--rate-limit-period", "second");
    expect(limited.config.delivery_policy).toMatchObject({ rate: 5, period: "second" });
    expect(await secretsOf(limited)).toMatchObject({ rate_limit: 5, rate_limit_period: "second" });
    expect(await run.json("--name", "laptop", "--type", "CLI", "--cli-path", "/hooks")).toMatchObject({
      type: "CLI",
      config: { path: "/hooks" },
    });
    expect(await run.json("--name", "mock", "--type", "MOCK_API")).toMatchObject({ type: "MOCK_API" });
    for (const [flags, auth_type, auth] of AUTHENTICATED)
      expect(await secretsOf(await http(auth_type.toLowerCase(), ...flagsOf(flags)))).toMatchObject({
        auth_type,
        auth,
      });
    const config = `{"url":"${URL}/whole"}`;
    expect((await run.json("--name", "whole", "--type", "HTTP", "--config", config)).config.url).toBe(
      `${URL}/whole`,
    );
    const file = await cli.file("destination.json", `{"url":"${URL}/file"}`);
    const fromFile = await run.json("--name", "file", "--type", "HTTP", "--config-file", file);
    expect(fromFile.config.url).toBe(`${URL}/file`);

    expect(await run.refused("--name", "plain", "--type", "HTTP", "--url", URL)).toContain(
      "Resource already exists",
    );
    expect(await run.refused("--name", "wrong", "--type", "HTTP", "--url", "no url")).toContain(
      "Must be a valid HTTP url",
    );
    expect((await http("groups", ...GROUPED)).config.delivery_policy).toEqual(POLICY);
  },

  async upsert({ run, api, cli }) {
    const made = await run.json("orders", "--type", "HTTP", "--url", URL, "--description", "Where orders go");
    const secrets = async () => (await api("GET", `/destinations/${made.id}?include=config.auth`)).config;
    const http = (...flags: string[]) => run.json("orders", "--type", "HTTP", "--url", URL, ...flags);

    expect(await run.text("orders", "--description", "Dry", "--dry-run")).toContain("would be updated");
    expect(await run.text("other", "--type", "HTTP", "--url", URL, "--dry-run")).toContain(
      "would be created",
    );
    expect(await run.json("orders", "--description", "Again")).toMatchObject({
      id: made.id,
      description: "Again",
      config: { url: URL },
    });
    for (const [flags, auth_type, auth] of AUTHENTICATED) {
      expect((await http(...flagsOf(flags))).id).toBe(made.id);
      expect(await secrets()).toMatchObject({ auth_type, auth });
    }
    await http("--rate-limit", "7", "--rate-limit-period", "concurrent", "--http-method", "PATCH");
    expect(await secrets()).toMatchObject({
      rate_limit: 7,
      rate_limit_period: "concurrent",
      http_method: "PATCH",
    });
    expect((await run.json("laptop", "--type", "CLI", "--cli-path", "/hooks")).config.path).toBe("/hooks");
    const config = `{"url":"${URL}/whole"}`;
    expect((await run.json("orders", "--type", "HTTP", "--config", config)).config.url).toBe(`${URL}/whole`);
    const file = await cli.file("destination.json", `{"url":"${URL}/file"}`);
    expect((await run.json("orders", "--type", "HTTP", "--config-file", file)).config.url).toBe(
      `${URL}/file`,
    );
    expect((await http(...GROUPED)).config.delivery_policy).toEqual(POLICY);
    expect((await api("GET", "/destinations/count")).count).toBe(2);
  },

  async update({ run, api, cli }) {
    const { id } = await api("POST", "/destinations", { name: "orders", config: { url: URL } });
    const secrets = async () => (await api("GET", `/destinations/${id}?include=config.auth`)).config;

    expect(
      await run.json(id, "--name", "bills", "--description", "Moved", "--url", `${URL}/2`),
    ).toMatchObject({
      id,
      name: "bills",
      description: "Moved",
      config: { url: `${URL}/2` },
    });
    const limited = await run.json(
      id,
      "--rate-limit",
      "3",
      "--rate-limit-period",
      "minute",
      "--http-method",
      "PUT",
    );
    expect(limited.config).toMatchObject({
      delivery_policy: { rate: 3, period: "minute" },
      http_method: "PUT",
    });
    for (const [flags, auth_type, auth] of AUTHENTICATED) {
      await run.text(id, ...flagsOf(flags));
      expect(await secrets()).toMatchObject({
        url: `${URL}/2`,
        rate_limit: 3,
        http_method: "PUT",
        auth_type,
        auth,
      });
    }
    await run.json(id, "--config", `{"url":"${URL}/3"}`);
    expect(await secrets()).toMatchObject({ url: `${URL}/3`, rate_limit: 3 });
    const file = await cli.file("destination.json", `{"url":"${URL}/4"}`);
    await run.json(id, "--config-file", file);
    expect(await secrets()).toMatchObject({ url: `${URL}/4`, rate_limit: 3 });
    expect((await run.json(id, ...GROUPED)).config.delivery_policy).toEqual(POLICY);
    expect(await run.json(id, "--type", "CLI", "--cli-path", "/hooks")).toMatchObject({
      type: "CLI",
      config: { path: "/hooks" },
    });
    expect(await run.refused(id, "--url", URL)).toContain("this destination is CLI");
    expect(await run.refused(NEVER_MADE, "--name", "x")).toContain("Not Found");
  },

  async disable({ run, api }) {
    const { id } = await api("POST", "/destinations", { name: "orders", config: { url: URL } });

    expect(await run.text(id)).toContain(`Destination disabled: orders (${id})`);
    expect((await api("GET", `/destinations/${id}`)).disabled_at).toEqual(expect.any(String));
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async enable({ run, api }) {
    const { id } = await api("POST", "/destinations", { name: "orders", config: { url: URL } });
    await api("PUT", `/destinations/${id}/disable`);

    expect(await run.text(id)).toContain(`Destination enabled: orders (${id})`);
    expect((await api("GET", `/destinations/${id}`)).disabled_at).toBeNull();
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async delete({ run, api }) {
    const { id } = await api("POST", "/destinations", { name: "orders", config: { url: URL } });

    expect(await run.text(id, "--force")).toContain(`Destination deleted: orders (${id})`);
    expect((await api("GET", "/destinations?disabled=true")).models).toEqual([]);
    expect(await run.refused(id, "--force")).toContain("Resource was deleted");
    expect(await run.refused(NEVER_MADE, "--force")).toContain("Not Found");
  },
});
