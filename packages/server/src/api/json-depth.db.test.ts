import { API_ERRORS } from "@posthorn/contract/errors";
import { JSON_MAX_DEPTH } from "@posthorn/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { ALL_ROUTES, type Route } from "../testing/route-table.ts";

/** More than any recursive reader can take, and small enough for every endpoint. */
const DEEP = 60_000;
/** As many as fit into the head of a request. */
const DEEP_IN_ADDRESS = 3_000;

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const call = ({ endpoint, prefix }: Route, query = "", body?: string) =>
  api.call(endpoint.method, `/${prefix}${endpoint.path.replaceAll(/\{\w+\}/g, "x")}${query}`, {
    ...(body !== undefined && { body }),
  });
const TOO_DEEP = { code: "JSON_NESTED_TOO_DEEPLY", ...API_ERRORS.JSON_NESTED_TOO_DEEPLY };

test("a view with a filter of 3,000 levels is refused in words", async () => {
  const body = `{"resource":"events","name":"Deep","filters":{"status":${nested(3_000)}}}`;

  const answer = await api.call("POST", "//dashboard-api/saved-views", { body });

  expect([answer.status, answer.body]).toEqual([422, TOO_DEEP]);
  expect(answer.body.message).toBe(
    "The JSON in this call is nested more than 512 levels deep. Send it with fewer levels.",
  );
});

test("a trial of a transformation on a body of 60,000 levels is refused in words", async () => {
  const code = 'addHandler("transform", (request) => request);';
  const body = `{"code":${JSON.stringify(code)},"request":{"headers":{},"body":${nested(DEEP)}}}`;

  const answer = await api.call("PUT", "/transformations/run", { body });

  expect([answer.status, answer.body]).toEqual([422, TOO_DEEP]);
});

test("the deepest body that is accepted is stored and returned as it was", async () => {
  const around = 2; // the body and its filters
  const view = (levels: number) =>
    api.call("POST", "//dashboard-api/saved-views", {
      body: `{"resource":"events","name":"Deep","filters":{"status":${nested(levels)}}}`,
    });

  const kept = await view(JSON_MAX_DEPTH - around);
  const refused = await view(JSON_MAX_DEPTH - around + 1);

  expect([kept.status, JSON.stringify(kept.body.filters.status)]).toEqual([
    200,
    nested(JSON_MAX_DEPTH - around),
  ]);
  expect([refused.status, refused.body.code]).toEqual([422, "JSON_NESTED_TOO_DEEPLY"]);
});

test("no route runs on a body of 60,000 levels", async () => {
  const otherwise: string[] = [];

  for (const route of ALL_ROUTES.filter(({ endpoint }) => endpoint.method !== "GET")) {
    const { status, body } = await call(route, "", `{"name":${nested(DEEP)}}`);
    // An API key may not call every route, and is refused before the body is read.
    if (status !== 403 && body.code !== TOO_DEEP.code) otherwise.push(`${route.name}: ${status}`);
  }

  expect(otherwise).toEqual([]);
});

test("no route fails on a query that is nested deeply, as JSON or in brackets", async () => {
  const texts = [nested(DEEP_IN_ADDRESS), `${'{"body":'.repeat(800)}1${"}".repeat(800)}`];
  const names = ["query", "body", "headers", "parsed_query", "search_term"];
  const queries = names.flatMap((name) => texts.map((text) => `?${name}=${text}`));
  queries.push(`?created_at${"[a]".repeat(DEEP_IN_ADDRESS)}=1`);
  const failed: string[] = [];

  for (const route of ALL_ROUTES.filter(
    ({ endpoint, isCanonical }) => isCanonical && endpoint.method === "GET",
  ))
    for (const query of queries) {
      const { status } = await call(route, query);
      if (status >= 500) failed.push(`${route.name}${query.slice(0, 20)}: ${status}`);
    }

  expect(failed).toEqual([]);
});

test("sign-in refuses a deep body with the same words", async () => {
  const answer = await api.call("POST", "//auth/sign-in/email", {
    body: `{"email":"a@b.test","password":${nested(3_000)}}`,
    headers: { origin: "http://127.0.0.1:4400" },
  });

  expect([answer.status, answer.body]).toEqual([422, TOO_DEEP]);
});
