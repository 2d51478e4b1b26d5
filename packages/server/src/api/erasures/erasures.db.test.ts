/** Who may plan, confirm and stop an erasure, and what do the endpoints refuse? With a gateway, whose worker moves it on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/gateway.ts";
import type { Answer } from "../../testing/given-api.ts";
import { type ApiWithGateway, givenApiWithGateway } from "../../testing/given-api-with-gateway.ts";
import { tablesWith } from "../../testing/tables-with.ts";

const JANE = "jane.roe@example.com";

let whole: ApiWithGateway;
let cookie: string;
beforeAll(async () => {
  whole = await givenApiWithGateway();
  ({ cookie } = await whole.api.signUp());
});
afterAll(() => whole.stop());

const asPerson = (method: string, path: string, body?: object, project?: string): Promise<Answer> =>
  whole.api.call(method, path, {
    key: null,
    headers: {
      cookie,
      origin: "http://127.0.0.1:4400",
      ...(project !== undefined && { "x-project-id": project }),
    },
    ...(body && { body }),
  });
const call = (method: string, path: string, body?: object, project?: string) =>
  asPerson(method, `//dashboard-api/erasures${path}`, body, project);

const reaching = (id: string, state: string) =>
  eventually(
    async () => {
      const { body } = await call("GET", "");
      return body.models.find((one: { id: string }) => one.id === id);
    },
    (erasure) => erasure.state === state || erasure.state === "failed",
  );

test("an admin plans, confirms and reads the record, which has no identifier any more", async () => {
  const begun = await call("POST", "", { identifier: `  ${JANE} ` });
  expect(begun.status).toBe(200);
  expect(begun.body).toMatchObject({
    id: expect.stringMatching(/^ers_/),
    state: "planning",
    identifier: JANE,
    digest: expect.stringMatching(/^[0-9a-f]{12}$/),
    progress: 0,
    started_by: "Ada",
    confirmed_by: null,
    ended_at: null,
  });
  const { id, digest } = begun.body;
  expect((await call("POST", "", { identifier: "another person" })).status).toBe(409);

  const planned = await reaching(id, "planned");
  expect(planned).toMatchObject({ state: "planned", progress: 100, planned: { requests: 0, attempts: 0 } });
  expect(await tablesWith(whole.api.db, JANE)).toEqual([]); // sealed, also while it is in progress

  const confirmed = await call("POST", `/${id}/confirm`);
  expect([confirmed.status, confirmed.body.confirmed_by]).toEqual([200, "Ada"]);
  const ended = await reaching(id, "completed");
  expect(ended).toMatchObject({ state: "completed", identifier: null, digest, progress: 100 });
  const { rows } = await whole.api.db.query("select identifier from erasures where identifier is not null");
  expect(rows).toEqual([]);
  expect(whole.api.logged.join("\n")).not.toContain(JANE);
  expect(whole.api.logged.filter((line) => line.includes("erasure.confirmed"))).toHaveLength(1);

  const again = await call("POST", "", { identifier: JANE.toUpperCase() });
  expect(again.body.digest).toBe(digest); // so a record can be found again
  expect((await call("POST", `/${again.body.id}/cancel`)).body).toMatchObject({
    state: "cancelled",
    identifier: null,
  });
});

test("what has ended, and what is no plan, is neither confirmed nor stopped", async () => {
  const { body: erasure } = await call("POST", "", { identifier: "an identifier" });
  await call("POST", `/${erasure.id}/cancel`);

  const confirmed = await call("POST", `/${erasure.id}/confirm`);
  const cancelled = await call("POST", `/${erasure.id}/cancel`);

  expect([confirmed.status, confirmed.body.message]).toEqual([
    422,
    "Only a plan that has counted everything can be confirmed.",
  ]);
  expect([cancelled.status, cancelled.body.message]).toEqual([422, "This erasure has ended already."]);
  for (const path of ["confirm", "cancel"])
    expect((await call("POST", `/ers_0000000000000000000001/${path}`)).status).toBe(404);
});

test.each([
  ["abc", "identifier must have at least 4 characters"],
  ["  ab  ", "identifier must have at least 4 characters"],
  ["a".repeat(201), "identifier must have at most 200 characters"],
  ["redacted", "identifier must not be a part of the mark that stands for redacted values"],
  ["octet-stream", "identifier must not be a part of the mark that stands for redacted values"],
  ["a\u0000bcd", "identifier must be Unicode text without null characters"],
])("the identifier %j is refused", async (identifier, why) => {
  const { status, body } = await call("POST", "", { identifier });

  expect([status, body.data]).toEqual([422, [why]]);
});

test("members and keys neither see nor begin erasures", async () => {
  await whole.api.setRole("member");
  expect((await call("GET", "")).status).toBe(403);
  expect((await call("POST", "", { identifier: JANE })).status).toBe(403);
  await whole.api.setRole("owner");

  expect((await whole.api.call("GET", "//dashboard-api/erasures")).status).toBe(403);
});

test("a project that is deleted forgets the identifier at once", async () => {
  const { body: project } = await asPerson("POST", "/projects", { name: "Another" });
  const { body: erasure } = await call("POST", "", { identifier: JANE }, project.id);
  expect(erasure.identifier).toBe(JANE);

  expect((await asPerson("DELETE", `/projects/${project.id}`)).status).toBe(200);

  const { rows } = await whole.api.db.query("select state from erasures where identifier is not null");
  expect(rows).toEqual([]);
});
