/** `hookdeck gateway source …`: every command, with every flag. */
import { expect } from "vitest";
import { testCommands } from "../testing/hookdeck-commands.ts";

const DEFAULT_METHODS = ["POST", "PUT", "PATCH", "DELETE"];
const NEVER_MADE = "src_034xuIRvzVwdzSCfGq6ZsVAAA";

testCommands(["gateway", "source"], {
  async list({ run, api }) {
    const quiet = await api("POST", "/sources", { name: "quiet" });
    await api("PUT", `/sources/${quiet.id}/disable`);
    for (const [name, type] of Object.entries({ shop: "WEBHOOK", api: "HTTP", git: "GITHUB" }))
      await api("POST", "/sources", { name, type });
    const names = async (...args: string[]) =>
      (await run.json(...args)).models.map((source: { name: string }) => source.name);

    expect(await names()).toEqual(["git", "api", "shop"]);
    expect(await names("--disabled")).toEqual(["git", "api", "shop", "quiet"]);
    expect(await names("--type", "GITHUB")).toEqual(["git"]);
    expect(await names("--name", "api")).toEqual(["api"]);
    expect(await names("--name", "nothing")).toEqual([]);
    expect(await run.json("--limit", "2")).toMatchObject({
      models: [{ name: "git" }, { name: "api" }],
      pagination: {
        order_by: "created_at",
        dir: "desc",
        limit: 2,
        next: expect.stringMatching(/.+/),
        prev: null,
      },
    });
    expect(await run.text()).toContain("shop");
  },

  async get({ run, api }) {
    const auth = { username: "ada", password: "secret" };
    const made = await api("POST", "/sources", { name: "shop", config: { auth_type: "BASIC_AUTH", auth } });

    const byId = await run.json(made.id);
    expect(byId).toEqual({
      id: made.id,
      name: "shop",
      description: null,
      type: "WEBHOOK",
      url: made.url,
      config: { allowed_http_methods: DEFAULT_METHODS, auth_type: "BASIC_AUTH", custom_response: null },
      disabled_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await run.json("shop")).toEqual(byId);
    expect((await run.json(made.id, "--include-auth")).config.auth).toEqual(auth);
    expect((await run.json("shop", "--include-auth")).config.auth).toEqual(auth);
    expect(await run.text(made.id)).toContain(made.url);
    expect(await run.refused("nobody")).toContain("no source found with name or ID 'nobody'");
    expect(await run.refused(NEVER_MADE)).toContain(`no source found with name or ID '${NEVER_MADE}'`);
    await api("DELETE", `/sources/${made.id}`);
    expect(await run.refused(made.id)).toContain(`no source found with name or ID '${made.id}'`);
  },

  async count({ run, api }) {
    const quiet = await api("POST", "/sources", { name: "quiet" });
    await api("PUT", `/sources/${quiet.id}/disable`);
    await api("POST", "/sources", { name: "shop" });
    await api("POST", "/sources", { name: "api", type: "HTTP" });

    expect(await run.text()).toBe("2\n");
    expect(await run.text("--disabled")).toBe("3\n");
    expect(await run.text("--name", "shop")).toBe("1\n");
    expect(await run.text("--type", "HTTP")).toBe("1\n");
  },

  async create({ run, api, cli }) {
    const secretsOf = async ({ id }: { id: string }) =>
      (await api("GET", `/sources/${id}?include=config.auth`)).config;
    const http = (name: string, ...flags: string[]) => run.json("--name", name, "--type", "HTTP", ...flags);

    expect(
      await run.json("--name", "plain", "--type", "WEBHOOK", "--description", "From the shop"),
    ).toMatchObject({
      id: expect.stringMatching(/^src_/),
      name: "plain",
      description: "From the shop",
      type: "WEBHOOK",
      url: expect.stringMatching(/^http:/),
      config: { allowed_http_methods: DEFAULT_METHODS, custom_response: null },
    });
    expect(await secretsOf(await http("hmac", "--hmac-secret", "s3", "--hmac-algo", "SHA512"))).toMatchObject(
      {
        auth_type: "HMAC",
        auth: {
          algorithm: "sha512",
          encoding: "hex",
          header_key: "x-webhook-signature",
          webhook_secret_key: "s3",
        },
      },
    );
    expect(await secretsOf(await http("key", "--api-key", "k1"))).toMatchObject({
      auth_type: "API_KEY",
      auth: { header_key: "x-api-key", api_key: "k1" },
    });
    const basic = await http("basic", "--basic-auth-user", "ada", "--basic-auth-pass", "secret");
    expect(await secretsOf(basic)).toMatchObject({
      auth_type: "BASIC_AUTH",
      auth: { username: "ada", password: "secret" },
    });
    const untold = await run.json("--name", "untold", "--type", "WEBHOOK", "--webhook-secret", "s4");
    expect(await secretsOf(untold)).toMatchObject({ auth_type: "HMAC", auth: { webhook_secret_key: "s4" } });
    const answering = ["--custom-response-content-type", "json", "--custom-response-body", '{"ok":true}'];
    expect((await http("answer", "--allowed-http-methods", "POST,GET", ...answering)).config).toMatchObject({
      allowed_http_methods: ["POST", "GET"],
      custom_response: { content_type: "json", body: '{"ok":true}' },
    });
    // The client's own flag knows five methods.
    const curious = await http("curious", "--config", '{"allowed_http_methods":["HEAD","QUERY"]}');
    expect(curious.config.allowed_http_methods).toEqual(["HEAD", "QUERY"]);
    // The reply has a field that this client does not know.
    const warned = await http("warned", "--config", '{"allowed_http_methods":["PUT"],"colour":"red"}');
    expect(warned.config.allowed_http_methods).toEqual(["PUT"]);
    const standard = {
      auth_type: "STANDARD_WEBHOOKS",
      auth: { webhook_secret_key: "whsec_MfKQ9r8GKYqrTwjU" },
    };
    for (const type of ["HTTP", "GITLAB"]) {
      const made = await run.json(
        "--name",
        `signed-${type}`,
        "--type",
        type,
        "--config",
        JSON.stringify(standard),
      );
      expect(await secretsOf(made)).toMatchObject(standard);
    }
    expect((await run.json("--name", "agent", "--type", "CLAUDE")).type).toBe("CLAUDE");
    expect(
      (await http("whole", "--config", '{"allowed_http_methods":["PUT"]}')).config.allowed_http_methods,
    ).toEqual(["PUT"]);
    const file = await cli.file("source.json", '{"allowed_http_methods":["PATCH"]}');
    expect((await http("file", "--config-file", file)).config.allowed_http_methods).toEqual(["PATCH"]);

    expect(await run.refused("--name", "plain", "--type", "WEBHOOK")).toContain("Resource already exists");
    expect(await run.refused("--name", "not a name", "--type", "WEBHOOK")).toContain("name");
    expect(await run.refused("--name", "pay", "--type", "REPAY", "--webhook-secret", "whsec_1")).toContain(
      "Verification of REPAY requests is not available",
    );
  },

  async upsert({ run, api, cli }) {
    const secretsOf = async (name: string) => {
      const { models } = await api("GET", `/sources?name=${name}`);
      return (await api("GET", `/sources/${models[0].id}?include=config.auth`)).config;
    };

    const made = await run.json("shop", "--type", "HTTP", "--api-key", "k1");
    expect(made).toMatchObject({ id: expect.stringMatching(/^src_/), name: "shop", type: "HTTP" });
    expect(await run.text("shop", "--description", "Dry", "--dry-run")).toContain("would be updated");
    expect(await run.text("other", "--type", "HTTP", "--dry-run")).toContain("would be created");
    expect(await run.json("shop", "--description", "From the shop")).toMatchObject({
      id: made.id,
      type: "HTTP",
      description: "From the shop",
    });
    expect((await secretsOf("shop")).auth).toEqual({ header_key: "x-api-key", api_key: "k1" });
    await run.json("shop", "--type", "HTTP", "--hmac-secret", "s3", "--hmac-algo", "SHA1");
    expect((await secretsOf("shop")).auth).toMatchObject({ algorithm: "sha1", webhook_secret_key: "s3" });
    await run.json("shop", "--type", "HTTP", "--basic-auth-user", "ada", "--basic-auth-pass", "secret");
    expect((await secretsOf("shop")).auth).toEqual({ username: "ada", password: "secret" });
    const answering = ["--custom-response-content-type", "text", "--custom-response-body", "thanks"];
    const answers = await run.json("shop", "--type", "HTTP", "--allowed-http-methods", "POST", ...answering);
    expect(answers.config).toMatchObject({
      allowed_http_methods: ["POST"],
      auth_type: "BASIC_AUTH",
      custom_response: { content_type: "text", body: "thanks" },
    });
    const config = '{"allowed_http_methods":["PUT"]}';
    expect((await run.json("shop", "--config", config)).config.allowed_http_methods).toEqual(["PUT"]);
    const file = await cli.file("source.json", '{"allowed_http_methods":["PATCH"]}');
    expect((await run.json("shop", "--config-file", file)).config.allowed_http_methods).toEqual(["PATCH"]);
    expect(await run.refused("pay", "--type", "REPAY", "--webhook-secret", "whsec_1")).toContain(
      "Verification of REPAY requests is not available",
    );
    expect((await api("GET", "/sources/count")).count).toBe(1);
  },

  async update({ run, api, cli }) {
    const { id } = await api("POST", "/sources", { name: "shop" });
    const secrets = async () => (await api("GET", `/sources/${id}?include=config.auth`)).config;
    const http = (...flags: string[]) => run.json(id, "--type", "HTTP", ...flags);

    expect(await run.json(id, "--name", "store", "--description", "Moved")).toMatchObject({
      id,
      name: "store",
      description: "Moved",
      type: "WEBHOOK",
    });
    expect((await http("--api-key", "k1")).type).toBe("HTTP");
    expect((await secrets()).auth).toEqual({ header_key: "x-api-key", api_key: "k1" });
    await http("--hmac-secret", "s3", "--hmac-algo", "SHA256");
    expect((await secrets()).auth).toMatchObject({ algorithm: "sha256", webhook_secret_key: "s3" });
    await http("--basic-auth-user", "ada", "--basic-auth-pass", "secret");
    expect((await secrets()).auth).toEqual({ username: "ada", password: "secret" });
    const answering = ["--custom-response-content-type", "xml", "--custom-response-body", "<ok/>"];
    expect((await http("--allowed-http-methods", "POST", ...answering)).config).toMatchObject({
      allowed_http_methods: ["POST"],
      custom_response: { content_type: "xml", body: "<ok/>" },
    });
    expect((await http("--config", '{"allowed_http_methods":["PUT"]}')).config.allowed_http_methods).toEqual([
      "PUT",
    ]);
    const file = await cli.file("source.json", '{"allowed_http_methods":["PATCH"]}');
    expect((await http("--config-file", file)).config.allowed_http_methods).toEqual(["PATCH"]);
    expect(await run.refused(id, "--webhook-secret", "whsec_1")).toContain("config is not allowed");
    expect(await run.refused(NEVER_MADE, "--name", "x")).toContain("Not Found");
    expect(await api("GET", `/sources/${id}`)).toMatchObject({ name: "store", description: "Moved" });
  },

  async disable({ run, api }) {
    const { id } = await api("POST", "/sources", { name: "shop" });

    expect(await run.text(id)).toContain(`Source disabled: shop (${id})`);
    expect((await api("GET", `/sources/${id}`)).disabled_at).toEqual(expect.any(String));
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async enable({ run, api }) {
    const { id } = await api("POST", "/sources", { name: "shop" });
    await api("PUT", `/sources/${id}/disable`);

    expect(await run.text(id)).toContain(`Source enabled: shop (${id})`);
    expect((await api("GET", `/sources/${id}`)).disabled_at).toBeNull();
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async delete({ run, api }) {
    const { id } = await api("POST", "/sources", { name: "shop" });

    expect(await run.text(id, "--force")).toContain(`Source deleted: shop (${id})`);
    expect((await api("GET", "/sources?disabled=true")).models).toEqual([]);
    expect(await run.refused(id, "--force")).toContain("Resource was deleted");
    expect(await run.refused(NEVER_MADE, "--force")).toContain("Not Found");
  },
});
