/** The commands of the API: what a project has, read and changed from a terminal. */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../server/src/testing/gateway.ts";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { type PosthornCli, createPosthornCli } from "../testing/posthorn-cli.ts";

let cli: PosthornCli;
beforeAll(async () => {
  const project = await givenProject();
  cli = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
});
afterAll(() => cli?.remove());

// oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await cli.run([...args, "--output", "json"]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

test("a gateway is built, used, searched and taken down with commands alone", async () => {
  const source = await json("source", "create", "--name", "shop", "--type", "WEBHOOK");
  const file = await cli.file(
    "connection.json",
    JSON.stringify({
      name: "from-the-file",
      source_id: source.id,
      destination: { name: "mock", type: "MOCK_API" },
    }),
  );
  const rules = '[{"type":"retry","strategy":"linear","count":1,"interval":60000}]';
  const connection = await json(
    "connection",
    "upsert",
    "--data",
    `@${file}`,
    "--name",
    "shop-to-mock",
    "--rules",
    rules,
  );
  expect(connection).toMatchObject({ name: "shop-to-mock", rules: [{ type: "retry", count: 1 }] });

  const sent = await fetch(source.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"n":1}',
  });
  expect(sent.status).toBe(200);
  const { models } = await eventually(
    () =>
      json("event", "list", "--webhook-id", connection.id, "--created-at", "gte=2020-01-01", "--limit", "5"),
    (page) => page.models[0]?.status === "SUCCESSFUL",
  );
  const [event] = models;
  expect((await json("event", "get", event.id)).id).toBe(event.id);
  expect((await json("attempt", "list", "--event-id", event.id)).models).toHaveLength(1);
  await json("event", "retry", event.id);
  await eventually(
    () => json("attempt", "list", "--event-id", event.id),
    (page) => page.models.length === 2,
  );
  const table = await cli.run(["event", "list"]);
  expect(table.stdout.split("\n")[0]).toMatch(/^id +status +/);
  expect(table.stdout).toContain(event.id);
  expect((await cli.run(["source", "get", source.id, "-o", "yaml"])).stdout).toContain("name: shop\n");
  expect((await json("connection", "pause", connection.id)).paused_at).not.toBeNull();
  expect(await json("source", "count")).toEqual({ count: 1 });

  expect(await json("source", "delete", source.id)).toEqual({ id: source.id });
  const gone = await cli.run(["source", "get", source.id]);
  expect([gone.code, gone.stdout]).toEqual([5, ""]);
});

test("what has a name is found by it; a name of two things is refused with their ids", async () => {
  const [one, two] = [
    await json("source", "create", "--name", "one"),
    await json("source", "create", "--name", "two"),
  ];
  const destination = await json("destination", "create", "--name", "far", "--type", "MOCK_API");
  const connect = (source: { id: string }) =>
    json(
      "connection",
      "create",
      "--name",
      "out",
      "--source-id",
      source.id,
      "--destination-id",
      destination.id,
    );
  const [first] = [await connect(one), await connect(two)];

  expect((await json("source", "get", "one")).id).toBe(one.id);
  expect((await json("destination", "get", "far")).id).toBe(destination.id);
  expect((await json("connection", "get", "one -> out")).id).toBe(first.id);
  expect((await json("connection", "pause", first.id)).paused_at).not.toBeNull();
  const several = await cli.run(["connection", "get", "out"]);
  expect([several.code, several.stderr]).toEqual([2, expect.stringContaining(`one -> out (${first.id})`)]);
  expect((await json("source", "disable", "two")).disabled_at).not.toBeNull();
  expect((await json("source", "enable", "two")).disabled_at).toBeNull();
  const missing = await cli.run(["transformation", "get", "nothing"]);
  expect([missing.code, missing.stdout]).toEqual([5, ""]);
  expect(missing.stderr).toContain('There is no transformation "nothing" in this project.');
  await json("source", "delete", "one");
  expect((await cli.run(["source", "get", "one"])).code).toBe(5);
});

test("metrics are asked for with ranges and lists", async () => {
  const end = new Date();
  const start = new Date(end.getTime() - 3_600_000);

  const { code, stderr } = await cli.run([
    "metrics",
    "events",
    "--date-range",
    `start=${start.toISOString()}`,
    "--date-range",
    `end=${end.toISOString()}`,
    "--measures",
    "count",
  ]);

  expect([code, stderr.replace("Nothing was found.\n", "")]).toEqual([0, ""]);
});

test("what the server does not accept is said in its words", async () => {
  const wrong = await cli.run(["source", "create", "--name", "a b c/"]);
  expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
  expect(wrong.stderr).toContain("name");
  const typed = await cli.run(["source", "create", "--nmae", "x"]);
  expect([typed.code, typed.stderr]).toEqual([2, expect.stringContaining("Did you mean --name?")]);
  const piped = await cli.run(["source", "create", "--data", "-", "-o", "json"], {
    input: '{"name":"piped"}',
  });
  expect(JSON.parse(piped.stdout)).toMatchObject({ name: "piped" });
});
