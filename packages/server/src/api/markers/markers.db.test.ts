/** What the endpoints of markers answer, in every wire version. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";
import { VERSIONS } from "../versions/versions.ts";

const MINUTE_MS = 60_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const report = (body: unknown) => api.call("POST", "/markers", { body });

test("a marker has what was reported, and without a time it happened now", async () => {
  const before = Date.now();
  const { status, body } = await report({ title: "Deploy 7", url: "https://ci.example.com/7" });
  const after = Date.now();

  expect([status, body]).toEqual([
    200,
    {
      id: expect.stringMatching(/^mrk_/),
      team_id: expect.stringMatching(/^tm_/),
      title: "Deploy 7",
      url: "https://ci.example.com/7",
      at: expect.any(String),
      created_at: expect.any(String),
      updated_at: body.created_at,
    },
  ]);
  expect(Date.parse(body.at)).toBeGreaterThanOrEqual(before - MINUTE_MS); // by the database's clock
  expect(Date.parse(body.at)).toBeLessThanOrEqual(after + MINUTE_MS);
  expect((await report({ title: "Deploy 8" })).body.url).toBeNull();
});

test("it may have happened before, and a clock may be a little fast", async () => {
  const early = await report({ title: "early", at: "2026-01-14T12:00:00+02:00" });
  const ahead = await report({ title: "ahead", at: fromNow(4 * MINUTE_MS) });

  expect(early.body.at).toBe("2026-01-14T10:00:00.000Z");
  expect(ahead.status).toBe(200);
});

test.each([
  ["no title", {}, "title is required"],
  ["an empty title", { title: " " }, "title is required"],
  [
    "a long title",
    { title: "x".repeat(201) },
    "title length must be less than or equal to 200 characters long",
  ],
  ["half a character", { title: "\ud800" }, "title must be Unicode text without null characters"],
  ["another protocol", { title: "x", url: "javascript:alert(1)" }, "Must be a valid HTTP url"],
  ["a password in the URL", { title: "x", url: "https://a:b@x.test" }, "Must be a valid HTTP url"],
  ["no time", { title: "x", at: "yesterday" }, "at must be a date and a time, like 2026-01-14T12:00:00Z"],
  ["the future", { title: "x", at: fromNow(6 * MINUTE_MS) }, "at may not be in the future"],
  ["a time before all computers", { title: "x", at: "0000-01-01T00:00:00Z" }, "at may not be before 1970"],
  ["another field", { title: "x", color: "red" }, "color is not allowed"],
])("%s is refused", async (_what, input, message) => {
  const { status, body } = await report(input);

  expect([status, body.code]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
  expect(body.data.join()).toContain(message);
});

test("a list is filtered by time and by title, and ordered by either time", async () => {
  const times = ["2026-03-01T10:00:00.000Z", "2026-03-02T10:00:00.000Z", "2026-03-03T10:00:00.000Z"];
  for (const at of times.toReversed()) await report({ title: `of ${at.slice(0, 10)}`, at });
  const titles = async (query: string) =>
    (await api.call("GET", `/markers?${query}`)).body.models.map(({ title }: { title: string }) => title);

  const march = "at[gte]=2026-03-01T00:00:00Z&at[lt]=2026-03-04T00:00:00Z";
  expect(await titles(march)).toEqual(["of 2026-03-01", "of 2026-03-02", "of 2026-03-03"]);
  expect(await titles(`${march}&order_by=at`)).toEqual(["of 2026-03-03", "of 2026-03-02", "of 2026-03-01"]);
  expect(await titles("at[gte]=2026-03-01T00:00:00Z&at[lt]=2026-03-02T00:00:00Z")).toEqual(["of 2026-03-01"]);
  expect(await titles("title[contains]=2026-03-02")).toEqual(["of 2026-03-02"]);

  const first = (await api.call("GET", `/markers?${march}&order_by=at&limit=2`)).body;
  expect(first.models).toHaveLength(2);
  expect(await titles(`${march}&order_by=at&limit=2&next=${first.pagination.next}`)).toEqual([
    "of 2026-03-01",
  ]);
});

test("every wire version answers the same", async () => {
  const { body } = await report({ title: "everywhere", at: "2026-04-01T00:00:00Z" });

  for (const { name } of VERSIONS) {
    const listed = await api.call("GET", `//${name}/markers?id=${body.id}`);
    expect([name, listed.body.models]).toEqual([name, [body]]);
    const made = await api.call("POST", `//${name}/markers`, { body: { title: name } });
    expect([name, made.status, Object.keys(made.body)]).toEqual([name, 200, Object.keys(body)]);
  }
});
