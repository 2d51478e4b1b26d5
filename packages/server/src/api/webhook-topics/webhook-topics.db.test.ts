/** The topics of a project: who chooses them, and what is refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
let source_id: string;
beforeAll(async () => {
  api = await givenApi();
  source_id = (await api.call("POST", "/sources", { body: { name: "hears" } })).body.id;
});
afterAll(() => api.stop());

const set = (body: unknown) => api.call("PUT", "/notifications/webhooks", { body });
const shown = async () => (await api.call("GET", "//dashboard-api/notifications/webhooks")).body;

test("a project that never chose hears nothing", async () => {
  expect(
    (await api.call("GET", "//dashboard-api/notifications/webhooks", { key: api.other.key })).body,
  ).toEqual({ enabled: false, topics: [], source_id: null });
});

test("a choice is shown as it was made, a topic once, and stays while it is switched off", async () => {
  const topics = ["event.successful", "issue.opened"];

  const chosen = await set({ enabled: true, topics: [...topics, "issue.opened"], source_id });
  expect([chosen.status, chosen.body]).toEqual([200, { enabled: true, topics, source_id }]);
  expect(await shown()).toEqual({ enabled: true, topics, source_id });

  await set({ enabled: false, topics, source_id });
  expect(await shown()).toEqual({ enabled: false, topics, source_id });
});

test.each([
  [{}, "enabled is required"],
  [{ enabled: true, topics: [] }, "source_id is required"],
  [{ enabled: true, source_id: "src_1" }, "topics is required"],
  [{ enabled: "yes", topics: [], source_id: "src_1" }, "enabled must be of type boolean"],
  [{ enabled: true, topics: ["event.failed"], source_id: "src_1" }, "topics[0] must be one of"],
  [{ enabled: true, topics: [], source_id: "src_1", url: "http://x" }, "url is not allowed"],
])("%j is refused", async (body, complaint) => {
  const { status, body: answer } = await set(body);

  expect([status, answer.data[0]]).toEqual([422, expect.stringContaining(complaint)]);
});

test("the source must be one of the project that is there", async () => {
  const post = { body: { name: "theirs" }, key: api.other.key };
  const foreign = (await api.call("POST", "/sources", post)).body.id;
  const deleted = (await api.call("POST", "/sources", { body: { name: "deleted" } })).body.id;
  await api.call("DELETE", `/sources/${deleted}`);

  for (const [id, status] of [
    [foreign, 404],
    ["src_nobody", 404],
    [deleted, 410],
  ])
    expect((await set({ enabled: true, topics: [], source_id: id })).status).toBe(status);
});

test("a project whose source is deleted hears nothing, and shows no source", async () => {
  const { id } = (await api.call("POST", "/sources", { body: { name: "going" } })).body;
  await set({ enabled: true, topics: ["issue.opened"], source_id: id });

  await api.call("DELETE", `/sources/${id}`);

  expect(await shown()).toEqual({ enabled: false, topics: ["issue.opened"], source_id: null });
});

test("a project shows the topics that it sends, and takes them in an update", async () => {
  const [{ id }] = (await api.call("GET", "/projects")).body;
  const project = async () => {
    const { webhook_topics, webhook_source_id } = (await api.call("GET", `/projects/${id}`)).body;
    return { webhook_topics, webhook_source_id };
  };
  const update = (body: object) => api.call("PUT", `/projects/${id}`, { body });
  const choice = { webhook_topics: ["issue.updated"], webhook_source_id: source_id };

  await set({ enabled: false, topics: [], source_id });
  expect((await update(choice)).body).toMatchObject(choice);
  expect(await shown()).toEqual({ enabled: true, topics: ["issue.updated"], source_id });

  await update({ webhook_topics: ["event.successful"] });
  expect(await project()).toEqual({ ...choice, webhook_topics: ["event.successful"] });

  await update({ name: "Renamed" });
  expect(await project()).toEqual({ ...choice, webhook_topics: ["event.successful"] });

  const refused = await update({ webhook_source_id: null, name: "Not renamed" });
  expect([refused.status, refused.body.data]).toEqual([422, ["webhook_source_id is required"]]);
  const unknown = await update({ webhook_source_id: "src_nobody", name: "Not renamed" });
  expect(unknown.status).toBe(404);
  expect((await api.call("GET", `/projects/${id}`)).body.name).toBe("Renamed");

  await update({ webhook_topics: null, webhook_source_id: null });
  expect(await project()).toEqual({ webhook_topics: [], webhook_source_id: null });
});
