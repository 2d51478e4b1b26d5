/** `hookdeck gateway issue …`: every command, with every flag. */
import { afterAll, beforeAll, expect } from "vitest";
import type { ApiCall } from "../testing/api-call.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { testCommands } from "../testing/hookdeck-commands.ts";

let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  farEnd = await startFarEnd((_, response) => {
    response.statusCode = 503;
    response.end();
  });
});
afterAll(() => farEnd.close());

/** Two connections whose deliveries fail: two issues, the newest first. */
async function givenIssues(api: ApiCall): Promise<string[]> {
  for (const name of ["orders", "refunds"]) {
    const destination = { name, config: { url: farEnd.url } };
    const { source } = await api("POST", "/connections", { name, source: { name }, destination });
    await fetch(source.url, { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
  }
  const { models } = await eventually(
    () => api("GET", "/issues"),
    ({ count }) => count === 2,
  );
  return models.map(({ id }: { id: string }) => id);
}

testCommands(["gateway", "issue"], {
  async list({ run, api }) {
    const ids = await givenIssues(api);
    const [first = ""] = ids;
    await api("PUT", `/issues/${first}`, { status: "RESOLVED" });
    const { issue_trigger_id } = await api("GET", `/issues/${first}`);
    const listed = async (...args: string[]) =>
      (await run.json(...args)).models.map(({ id }: { id: string }) => id);

    expect(await listed()).toEqual(ids);
    expect(await listed("--order-by", "created_at", "--dir", "asc")).toEqual(ids.toReversed());
    expect(await listed("--status", "RESOLVED", "--type", "delivery")).toEqual([first]);
    expect(await listed("--issue-trigger-id", issue_trigger_id)).toEqual(ids);
    expect(await listed("--issue-trigger-id", "it_none")).toEqual([]);
    const page = await run.json("--limit", "1");
    const next = await run.json("--limit", "1", "--next", page.pagination.next);
    expect(next.models[0].id).toBe(ids[1]);
    expect(await listed("--limit", "1", "--prev", next.pagination.prev)).toEqual([first]);
    expect(await run.text()).toContain(first);
  },

  async get({ run, api }) {
    const [id = ""] = await givenIssues(api);

    expect(await run.json(id)).toMatchObject({ id, type: "delivery", status: "OPENED" });
    expect(await run.text(id)).toContain(id);
    expect(await run.refused("iss_none")).toContain("Not Found");
  },

  async update({ run, api }) {
    const [id = ""] = await givenIssues(api);

    expect(await run.json(id, "--status", "ACKNOWLEDGED")).toMatchObject({ id, status: "ACKNOWLEDGED" });
    expect(await run.text(id, "--status", "RESOLVED")).toContain(id);
    expect((await api("GET", `/issues/${id}`)).status).toBe("RESOLVED");
  },

  async dismiss({ run, api }) {
    const [id = "", other = ""] = await givenIssues(api);

    expect(await run.json(id, "--force")).toMatchObject({ id, dismissed_at: expect.any(String) });
    await run.text(other, "--force");
    expect((await api("GET", `/issues/${other}`)).status).toBe("IGNORED");
  },

  async count({ run, api }) {
    const [id = ""] = await givenIssues(api);
    await api("PUT", `/issues/${id}`, { status: "RESOLVED" });
    const { issue_trigger_id } = await api("GET", `/issues/${id}`);

    expect(await run.text()).toBe("2\n");
    expect(await run.text("--status", "OPENED", "--type", "delivery")).toBe("1\n");
    expect(await run.text("--issue-trigger-id", issue_trigger_id)).toBe("2\n");
  },
});
