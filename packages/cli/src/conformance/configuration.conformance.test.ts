/** A project as one file: exported, compared, applied to another project, changed and pruned, against a running product. */
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_VERSION } from "@posthorn/contract/endpoint";
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { type GivenProject, givenKey, givenProject } from "../../../server/src/testing/given-project.ts";
import { type PosthornCli, createPosthornCli } from "../testing/posthorn-cli.ts";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "posthorn-configuration-"));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Given {
  project: GivenProject;
  cli: PosthornCli;
  // oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
  api: (method: string, path: string, body?: unknown) => Promise<any>;
}

async function givenEmptyProject(): Promise<Given> {
  const project = await givenProject();
  const cli = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  cleanUps.push(() => cli.remove());
  return {
    project,
    cli,
    async api(method, path, body) {
      const response = await fetch(`${project.publicUrl}/${API_VERSION}${path}`, {
        method,
        headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const reply: unknown = await response.json();
      expect([method, path, response.status, reply]).toEqual([method, path, 200, reply]);
      return reply;
    },
  };
}

const CODE =
  "addHandler('transform', (request) => {\r\n  request.body.n = `${process.env.FACTOR}`;\n  return request;\n});";

/** Something of everything, written with plain calls of the API. */
async function givenFullProject(): Promise<Given> {
  const given = await givenEmptyProject();
  const { api } = given;
  const shop = await api("POST", "/sources", {
    name: "shop",
    type: "WEBHOOK",
    description: "Orders: all of them",
    config: {
      allowed_http_methods: ["PUT", "POST"],
      custom_response: { content_type: "json", body: '{"ok": "${yes}"}' },
      redaction: ["body.customer.email"],
      auth_type: "HMAC",
      auth: {
        algorithm: "sha256",
        encoding: "hex",
        header_key: "x-signature",
        webhook_secret_key: "geheim-1",
      },
    },
  });
  const stripe = await api("POST", "/sources", {
    name: "stripe",
    type: "STRIPE",
    config: { auth: { webhook_secret_key: "whsec_geheim" } },
  });
  await api("POST", "/sources", { name: "managed", type: "MANAGED" });
  const off = await api("POST", "/sources", { name: "off" });
  const erp = await api("POST", "/destinations", {
    name: "erp",
    config: {
      url: "https://erp.example.com/in?template=${x}",
      http_method: "PUT",
      path_forwarding_disabled: true,
      rate_limit: 5,
      rate_limit_period: "minute",
      delivery_timeout: 20,
      delivery_groups: {
        key: "body.customer.id",
        rate: 2,
        rate_period: "second",
        overrides: { "big one": { rate: 9, rate_period: "second" } },
      },
      auth_type: "BASIC_AUTH",
      auth: { username: "posthorn", password: "geheim-2" },
    },
  });
  const mock = await api("POST", "/destinations", { name: "mock", type: "MOCK_API" });
  await api("POST", "/destinations", {
    name: "signed",
    type: "CLI",
    config: { path: "/webhooks", auth_type: "CUSTOM_SIGNATURE", auth: { key: "x-mine" } },
  });
  const code = await api("POST", "/transformations", {
    name: "to-erp",
    code: CODE,
    env: { FACTOR: "geheim-3", EMPTY: "" },
  });
  const rules = [
    { type: "filter", body: { total: { $gte: 10 }, note: null }, headers: { "x-a": "yes" } },
    { type: "transform", transformation_id: code.id },
    { type: "deduplicate", window: 5000, include_fields: ["body.id"] },
    { type: "delay", delay: 1000 },
    {
      type: "retry",
      strategy: "exponential",
      count: 5,
      interval: 60000,
      response_status_codes: [">=500", "429"],
    },
  ];
  const connection = async (name: string | undefined, source: string, destination: string, more = {}) =>
    api("POST", "/connections", { name, source_id: source, destination_id: destination, ...more });
  const main = await connection("main", shop.id, erp.id, { rules, description: "first\nsecond" });
  await connection("main", stripe.id, erp.id);
  const paused = await connection("paused", shop.id, mock.id);
  await api("PUT", `/connections/${paused.id}/pause`);
  await connection("of-off", off.id, mock.id);
  await api("PUT", `/sources/${off.id}/disable`);
  await api("POST", "/issue-triggers", {
    name: "orders",
    type: "delivery",
    configs: { strategy: "final_attempt", connections: [paused.id, main.id] },
    channels: { email: {}, slack: { channel_name: "#orders" } },
  });
  const quiet = await api("POST", "/issue-triggers", {
    name: "slow",
    type: "backpressure",
    configs: { destinations: "er*" },
  });
  await api("PUT", `/issue-triggers/${quiet.id}/disable`);
  return given;
}

/** What a person sets before they apply the export of the full project. */
const SECRETS = {
  SOURCE_SHOP_WEBHOOK_SECRET_KEY: "geheim-1",
  SOURCE_STRIPE_WEBHOOK_SECRET_KEY: "whsec_geheim",
  SOURCE_MANAGED_TOKEN: "geheim-4",
  DESTINATION_ERP_PASSWORD: "geheim-2",
  DESTINATION_SIGNED_SIGNING_SECRET: "geheim-5",
  TRANSFORMATION_TO_ERP_FACTOR: "geheim-3",
};

test("a project with everything is exported, becomes the same in another one, and has no secret in its file", async () => {
  const [full, empty, folder] = [await givenFullProject(), await givenEmptyProject(), await givenFolder()];
  const file = join(folder, "posthorn.yaml");

  const exported = await full.cli.run(["export", "--out", folder]);
  const yaml = await readFile(file, "utf8");
  const applied = await empty.cli.run(["apply", file, "--yes"], { env: SECRETS });
  const again = await empty.cli.run(["apply", file], { env: SECRETS });
  const difference = await empty.cli.run(["diff", file, "--prune"], { env: SECRETS });
  const copy = await givenFolder();
  await empty.cli.run(["export", "--out", join(copy, "posthorn.yaml")]);

  expect([exported.code, exported.stdout]).toEqual([
    0,
    ["posthorn.yaml", "transformations/to-erp.js", "posthorn.schema.json"]
      .map((name) => `${join(folder, name)}\n`)
      .join(""),
  ]);
  expect(exported.stderr).toContain("Set before you apply it: TRANSFORMATION_TO_ERP_FACTOR, ");
  for (const variable of Object.keys(SECRETS)) expect(yaml).toContain(`\${${variable}}`);
  expect(yaml).not.toMatch(/geheim|whsec/);
  expect(await readFile(join(folder, "transformations/to-erp.js"), "utf8")).toBe(CODE);
  expect(applied.stdout).toContain("Plan: 14 to add, 0 to change, 0 to delete.");
  expect([applied.code, applied.stdout.split("\n").at(-2)]).toEqual([
    0,
    "Applied: 14 added, 0 changed, 0 deleted.",
  ]);
  expect([again.code, again.stdout]).toEqual([0, "No changes. The project is as the file says.\n"]);
  expect([difference.code, difference.stdout]).toEqual([0, "No changes. The project is as the file says.\n"]);
  const comment = /^#.*/gm;
  expect((await readFile(join(copy, "posthorn.yaml"), "utf8")).replace(comment, "")).toBe(
    yaml.replace(comment, ""),
  );
  expect(await readdir(copy, { recursive: true })).toEqual(await readdir(folder, { recursive: true }));
  // Secrets have arrived, too.
  const [{ id }] = (await empty.api("GET", "/destinations?name=erp")).models;
  const { config } = await empty.api("GET", `/destinations/${id}?include=config.auth`);
  expect(config.auth).toEqual({ username: "posthorn", password: "geheim-2" });
});

test("one file without others holds the code, too, and is applied from stdin", async () => {
  const [full, empty] = [await givenFullProject(), await givenEmptyProject()];

  const { stdout } = await full.cli.run(["export"]);
  const applied = await empty.cli.run(["apply", "-", "--yes"], { env: SECRETS, input: stdout });

  expect([applied.code, applied.stderr]).toEqual([
    0,
    expect.stringContaining("Added transformation to-erp\n"),
  ]);
  const { models } = await empty.api("GET", "/transformations");
  expect(models).toEqual([expect.objectContaining({ name: "to-erp", code: CODE })]);
});

test("one changed rule is one change, shown before and after, and applied", async () => {
  const [{ cli, api }, folder] = [await givenFullProject(), await givenFolder()];
  const file = join(folder, "posthorn.yaml");
  await cli.run(["export", "--out", file]);
  const before = await readFile(file, "utf8");
  const env = { ...SECRETS, ...(await ownSecrets(api)) };
  expect((await cli.run(["diff", file], { env })).code).toBe(0);

  await writeFile(file, before.replace("interval: 60000", "interval: 120000"));
  const difference = await cli.run(["diff", file], { env });
  const dry = await cli.run(["apply", file, "--dry-run"], { env });
  const refused = await cli.run(["apply", file], { env });
  const applied = await cli.run(["apply", file, "--yes"], { env });

  const plan =
    "~ connection shop/main\n  ~ rules[4].interval: 60000 → 120000\n\nPlan: 0 to add, 1 to change, 0 to delete.\n";
  expect([difference.code, difference.stdout, difference.stderr]).toEqual([6, plan, ""]);
  expect([dry.code, dry.stdout, dry.stderr]).toEqual([0, plan, ""]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--yes")]);
  expect([applied.code, applied.stderr]).toEqual([0, "Changed connection shop/main\n"]);
  const { models } = await api("GET", "/connections?name=main");
  const main = models.find((one: { source: { name: string } }) => one.source.name === "shop");
  expect(main.rules[4]).toMatchObject({ interval: 120000 });
});

/** Those that Posthorn has made. */
async function ownSecrets(api: Given["api"]): Promise<Record<string, string>> {
  const auth = async (kind: string, name: string) => {
    const [{ id }] = (await api("GET", `/${kind}?name=${name}`)).models;
    return (await api("GET", `/${kind}/${id}?include=config.auth`)).config.auth;
  };
  return {
    SOURCE_MANAGED_TOKEN: (await auth("sources", "managed")).token,
    DESTINATION_SIGNED_SIGNING_SECRET: (await auth("destinations", "signed")).signing_secret,
  };
}

/** How many things a file stops. */
const switched = (yaml: string) => yaml.match(/ (?:disabled|paused): true/g)?.length;

test("what is disabled and paused in the file is so in the project, both ways", async () => {
  const [{ cli, api }, folder] = [await givenFullProject(), await givenFolder()];
  const file = join(folder, "posthorn.yaml");
  await cli.run(["export", "--out", file]);
  const stopped = await readFile(file, "utf8");
  const env = { ...SECRETS, ...(await ownSecrets(api)) };
  expect(switched(stopped)).toBe(4);

  await writeFile(file, stopped.replaceAll(/ +(?:disabled|paused): true\n/g, ""));
  const started = await cli.run(["apply", file, "--yes"], { env });
  const running = await cli.run(["diff", file], { env });
  const exported = await cli.run(["export"]);
  await writeFile(file, stopped);
  await cli.run(["apply", file, "--yes"], { env });
  const again = await cli.run(["diff", file], { env });

  expect([started.code, running.code, again.code]).toEqual([0, 0, 0]);
  expect(started.stdout).toContain("~ source off\n  ~ disabled: true → false\n");
  expect(switched(exported.stdout)).toBeUndefined();
  expect((await api("GET", "/connections?disabled_at[any]=true")).models).toEqual([
    expect.objectContaining({ name: "of-off" }),
  ]);
});

test("a changed secret is seen, and not shown", async () => {
  const [{ cli, api }, folder] = [await givenFullProject(), await givenFolder()];
  await cli.run(["export", "--out", folder]);
  const env = { ...SECRETS, ...(await ownSecrets(api)), DESTINATION_ERP_PASSWORD: "geheim-neu" };

  const { code, stdout } = await cli.run(["diff", join(folder, "posthorn.yaml")], { env });

  expect([code, stdout]).toEqual([
    6,
    "~ destination erp\n  ~ config.auth.password: (secret) → ${DESTINATION_ERP_PASSWORD}\n\nPlan: 0 to add, 1 to change, 0 to delete.\n",
  ]);
});

test("a viewer's key compares everything but secrets, says so, and neither exports nor applies", async () => {
  const [{ cli, api, project }, folder] = [await givenFullProject(), await givenFolder()];
  const file = join(folder, "posthorn.yaml");
  await cli.run(["export", "--out", file]);
  await writeFile(file, (await readFile(file, "utf8")).replace("delay: 1000", "delay: 2000"));
  const env = { ...SECRETS, ...(await ownSecrets(api)), POSTHORN_API_KEY: await givenKey(project, "viewer") };

  const difference = await cli.run(["diff", file], { env });
  const exported = await cli.run(["export"], { env });
  const applied = await cli.run(["apply", file, "--yes"], { env });

  expect([difference.code, difference.stdout]).toEqual([
    6,
    [
      "~ connection shop/main",
      "  ~ rules[3].delay: 1000 → 2000",
      "",
      "Not compared, because your key may not read secrets: those of source managed, source shop, source stripe, destination erp, destination signed.",
      "",
      "Plan: 0 to add, 1 to change, 0 to delete.",
      "",
    ].join("\n"),
  ]);
  expect([exported.code, exported.stdout, exported.stderr]).toEqual([
    3,
    "",
    expect.stringContaining("role member"),
  ]);
  expect([applied.code, applied.stderr]).toEqual([3, expect.stringContaining("0 of 1 changes were made")]);
});

test("what is not in the file stays, until somebody asks to prune; what has no name stays always", async () => {
  const [{ cli, api }, folder] = [await givenFullProject(), await givenFolder()];
  const [{ id: source_id }] = (await api("GET", "/sources?name=shop")).models;
  const [{ id: destination_id }] = (await api("GET", "/destinations?name=mock")).models;
  const unnamed = await api("POST", "/connections", { source_id, destination_id });
  const file = join(folder, "small.yaml");
  await writeFile(
    file,
    [
      "version: 1",
      "sources:",
      "  shop:",
      "    config: { auth_type: API_KEY, auth: { header_key: x-key, api_key: '${KEY}' } }",
      "destinations:",
      "  mock: { type: MOCK_API }",
    ].join("\n"),
  );
  const env = { KEY: "k" };

  const kept = await cli.run(["apply", file, "--yes"], { env });
  const pruned = await cli.run(["apply", file, "--yes", "--prune"], { env });

  expect([kept.code, kept.stdout]).toEqual([
    0,
    expect.stringContaining("Not in the file, and left as they are"),
  ]);
  expect(kept.stdout).toContain("Plan: 0 to add, 1 to change, 0 to delete.");
  expect([pruned.code, pruned.stderr.trim().split("\n").at(-1)]).toEqual([
    0,
    "Deleted transformation to-erp",
  ]);
  const left = async (kind: string) =>
    (await api("GET", `/${kind}`)).models.map(
      ({ id, name }: { id: string; name: string | null }) => name ?? id,
    );
  expect(await left("connections")).toEqual([unnamed.id]);
  expect([await left("sources"), await left("destinations"), await left("transformations")]).toEqual([
    ["shop"],
    ["mock"],
    [],
  ]);
  expect((await cli.run(["export"])).stderr).toContain(
    `Not in the file: connection ${unnamed.id} has no name (shop → mock).`,
  );
});

test("a trigger that names something without a name is left out, and can be brought into order by a file", async () => {
  const [{ cli, api }, folder] = [await givenFullProject(), await givenFolder()];
  const [{ id: source_id }] = (await api("GET", "/sources?name=shop")).models;
  const [{ id: destination_id }] = (await api("GET", "/destinations?name=mock")).models;
  const unnamed = await api("POST", "/connections", { source_id, destination_id });
  const trigger = await api("PUT", "/issue-triggers", {
    name: "orders",
    type: "delivery",
    configs: { connections: [unnamed.id] },
  });
  const file = join(folder, "posthorn.yaml");
  const env = { ...SECRETS, ...(await ownSecrets(api)) };

  const exported = await cli.run(["export", "--out", file]);
  const pruned = await cli.run(["diff", file, "--prune"], { env });
  await writeFile(
    file,
    `${await readFile(file, "utf8")}  orders: { type: delivery, configs: { connections: [paused] } }\n`,
  );
  const applied = await cli.run(["apply", file, "--yes"], { env });

  expect(exported.stderr).toContain(`issue trigger ${trigger.id} (orders) names something that has no name`);
  expect([pruned.code, pruned.stdout]).toEqual([0, "No changes. The project is as the file says.\n"]);
  expect([applied.code, applied.stderr]).toEqual([0, "Changed issue trigger orders\n"]);
});

const smallFile = (url: string) =>
  `version: 1\nsources:\n  shop: {}\ndestinations:\n  erp: { config: { url: "${url}" } }\nconnections:\n  main: { source: shop, destination: erp }\n`;

test("a failure half-way says what was done, and applying again goes on", async () => {
  const [{ cli }, folder] = [await givenEmptyProject(), await givenFolder()];
  const file = join(folder, "posthorn.yaml");
  // A destination in a network that Posthorn does not call; only the server can know.
  await writeFile(file, smallFile("http://169.254.169.254/latest"));

  const failed = await cli.run(["apply", file, "--yes"]);
  await writeFile(file, smallFile("https://erp.example.com"));
  const again = await cli.run(["apply", file, "--yes"]);

  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^Added source shop\nError: Add destination erp: /);
  expect(failed.stderr).toContain(
    "1 of 3 changes were made and stay.\nNot tried: add connection shop/main.\n",
  );
  expect([again.code, again.stderr]).toEqual([0, "Added destination erp\nAdded connection shop/main\n"]);
});

test("a variable that is missing ends it before anything is changed; all of them are named", async () => {
  const [full, empty, folder] = [await givenFullProject(), await givenEmptyProject(), await givenFolder()];
  await full.cli.run(["export", "--out", folder]);

  const { code, stdout, stderr } = await empty.cli.run(["apply", join(folder, "posthorn.yaml"), "--yes"], {
    env: { SOURCE_MANAGED_TOKEN: "t", DESTINATION_ERP_PASSWORD: "" },
  });

  expect([code, stdout]).toEqual([1, ""]);
  for (const name of Object.keys(SECRETS).filter((one) => one !== "SOURCE_MANAGED_TOKEN"))
    expect(stderr).toContain(name);
  expect((await empty.api("GET", "/sources/count")).count).toBe(0);
});

test("on a terminal it asks, and only yes is a yes", async () => {
  const [{ cli, api }, folder] = [await givenEmptyProject(), await givenFolder()];
  const file = join(folder, "posthorn.yaml");
  await writeFile(file, "version: 1\nsources:\n  shop: {}\n");

  for (const [answer, code, count] of [
    ["y", 1, 0],
    ["yes", 0, 1],
  ] as const) {
    const asked = cli.startInTerminal(["apply", file]);
    await asked.printed('Only "yes" is a yes: ');
    asked.type(`${answer}\r`);
    expect([answer, await asked.ended()]).toEqual([answer, code]);
    expect(await api("GET", "/sources/count")).toEqual({ count });
  }
});

test("a project of several pages is read to its end", async () => {
  const [{ cli }, folder] = [await givenEmptyProject(), await givenFolder()];
  const file = join(folder, "posthorn.yaml");
  const names = Array.from({ length: 260 }, (_, at) => `mock-${at}`);
  await writeFile(
    file,
    `version: 1\ndestinations:\n${names.map((name) => `  ${name}: { type: MOCK_API }\n`).join("")}`,
  );

  const applied = await cli.run(["apply", file, "--yes"]);
  const difference = await cli.run(["diff", file, "--prune"]);

  expect([applied.code, applied.stdout.split("\n").at(-2)]).toEqual([
    0,
    "Applied: 260 added, 0 changed, 0 deleted.",
  ]);
  expect([difference.code, difference.stdout]).toEqual([0, "No changes. The project is as the file says.\n"]);
});
