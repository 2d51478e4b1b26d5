/** `posthorn trace`: the whole life of a request, held against what happened to it. */
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { apiCallOf } from "../../../server/src/testing/api-call.ts";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { createPosthornCli } from "../testing/posthorn-cli.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function givenTracer() {
  const project = await givenProject();
  const cli = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  toClose.push(() => cli.remove());
  return { cli, api: apiCallOf(project), url: project.publicUrl };
}

async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await response.json()) as { request_id: string }).request_id; // what our own ingest answers
}

test("a request that one connection delivers, one fails and retries, and one filters out", async () => {
  const { cli, api, url } = await givenTracer();
  const far = await startFarEnd((_, response) => void response.writeHead(500).end("no"));
  toClose.push(() => far.close());
  const source = await api("POST", "/sources", { name: "shop" });
  const connect = (name: string, destination: object, rules: object[] = []) =>
    api("POST", "/connections", { name, source_id: source.id, destination: { name, ...destination }, rules });
  await connect("mock", { type: "MOCK_API" }, [{ type: "filter", body: { n: 1 } }]);
  await connect("erp", { type: "HTTP", config: { url: far.url } }, [
    { type: "retry", strategy: "linear", count: 3, interval: 3_600_000 },
  ]);
  await connect("crm", { type: "MOCK_API" }, [{ type: "filter", body: { n: 2 } }]);

  const request = await post(`${source.url}/orders`, '{"n":1}');
  const { models } = await eventually(
    () => api("GET", `/requests/${request}/events`),
    (page) =>
      page.models.length === 2 &&
      page.models.every(
        ({ attempts, status }: { attempts: number; status: string }) => attempts === 1 && status !== "QUEUED",
      ),
  );
  const failed = models.find(({ status }: { status: string }) => status === "FAILED");
  const [attempt] = (await api("GET", `/attempts?event_id=${failed.id}`)).models;
  const [issue] = (
    await eventually(
      () => api("GET", `/issues?concerns=${failed.id}`),
      (page) => page.models.length === 1,
    )
  ).models;
  const shown = await cli.run(["trace", request]);

  expect([shown.code, shown.stderr]).toEqual([0, ""]);
  const lines = shown.stdout.split("\n");
  expect(lines[0]).toBe(`Request  ${request}  ${url}/requests/${request}`);
  expect(lines[1]).toMatch(/^├─ Received \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(.+\) by shop at \/orders$/);
  expect(lines[2]).toBe("├─ Its sender is not checked");
  const below = (start: string) => {
    const at = lines.findIndex((line) => line.includes(start));
    const next = lines.findIndex((line, index) => index > at && /^[├└]/.test(line));
    return lines.slice(at, next);
  };
  const delivered = below("shop → mock");
  expect(delivered[0]).toMatch(/^├─ Event {2}evt_\w+ {2}shop → mock {2}Successful {2}http/);
  expect(delivered[1]).toBe("│  ├─ Passed the filter of body");
  expect(delivered[2]).toMatch(/^│ {2}└─ Attempt 1 {2}Successful 200 {2}.+ {2}atm_\w+$/);
  const retried = below("shop → erp");
  expect(retried[0]).toBe(`├─ Event  ${failed.id}  shop → erp  Failed  ${url}/events/${failed.id}`);
  expect(retried[1]).toMatch(new RegExp(`^│  ├─ Attempt 1  Failed 500  \\d.*  ${attempt.id}$`));
  expect(retried[2]).toMatch(/^│ {2}├─ Next attempt \d{4}-.* \(in \d+ min\)$/);
  expect(retried[3]).toBe(`│  └─ Issue ${issue.id}  delivery  opened  ${url}/issues/${issue.id}`);
  expect(lines.at(-2)).toBe("└─ Ignored  shop → crm  Filtered (body)");

  for (const id of [failed.id, attempt.id]) {
    const json = await cli.run(["trace", id, "--output", "json"]);
    expect([json.code, json.stderr]).toEqual([0, ""]);
    const life = JSON.parse(json.stdout);
    expect(life).toMatchObject({
      request: { id: request },
      source: { name: "shop" },
      ignored: [{ ignored: { cause: "FILTERED" } }],
    });
    expect(life.events.map(({ event }: { event: { id: string } }) => event.id).toSorted()).toEqual(
      models.map((model: { id: string }) => model.id).toSorted(),
    );
  }
});

test("a request whose sender is not who it says is shown with the reason", async () => {
  const { cli, api } = await givenTracer();
  const source = await api("POST", "/sources", {
    name: "signed",
    type: "WEBHOOK",
    config: { auth_type: "API_KEY", auth: { header_key: "x-key", api_key: "secret" } },
  });
  await api("POST", "/connections", {
    source_id: source.id,
    destination: { name: "mock", type: "MOCK_API" },
  });
  await fetch(source.url, { method: "POST", headers: { "x-key": "wrong" }, body: "{}" });
  const [request] = (
    await eventually(
      () => api("GET", "/requests"),
      (page) => page.models.length === 1,
    )
  ).models;

  const { stdout, code } = await cli.run(["trace", request.id]);

  expect(code).toBe(0);
  expect(stdout).toContain("Its sender is not verified");
  expect(stdout).toContain(
    "Rejected: Authentication Failed. The header x-key has the right form, but not the value",
  );
});

test("what is no id is misuse, and what is not there is not found", async () => {
  const { cli } = await givenTracer();

  expect((await cli.run(["trace", "shop"])).code).toBe(2);
  for (const id of ["req_1", "evt_1", "atm_1"]) expect((await cli.run(["trace", id])).code).toBe(5);
});
