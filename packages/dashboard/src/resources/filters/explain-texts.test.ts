import { expect, test } from "vitest";
import { explainTexts } from "./explain-texts.ts";

const filter = { body: "", headers: "", query: "", path: "" };
const order = JSON.stringify(
  { status: "paid", customer: { country: "DE" }, items: [{ sku: "A" }, { sku: "B" }] },
  null,
  2,
);

test("a failing part says what it found, what it wanted, and on which lines", () => {
  const body = '{\n  "status": "paid",\n  "customer": {\n    "country": { "$in": ["CH", "LI"] }\n  }\n}';

  const results = explainTexts({ ...filter, body }, { ...filter, body: order });

  expect(results.body).toMatchObject({
    state: "tested",
    matches: false,
    conditions: [
      { holds: true, path: "status", filterLine: 2, inputLine: 2 },
      { holds: false, path: "customer.country", filterLine: 4, inputLine: 4 },
    ],
    failures: [{ wants: 'one of "CH", "LI"', is: 'It is "DE"' }],
  });
  expect(results.headers).toEqual({ state: "no-filter" });
});

test("the names of headers are lower case, as in real requests", () => {
  const results = explainTexts(
    { ...filter, headers: '{"x-topic": "orders"}' },
    { ...filter, headers: '{"X-Topic": "orders"}' },
  );

  expect(results.headers).toMatchObject({ state: "tested", matches: true });
});

test("an input without a part has what a request without it has", () => {
  const results = explainTexts(
    { ...filter, path: '"/"', query: '{"a": {"$exist": false}}' },
    { ...filter, body: "1" },
  );

  expect([results.path, results.query]).toMatchObject([{ matches: true }, { matches: true }]);
});

test("without any input there is no test, but a filter is still checked", () => {
  const results = explainTexts({ ...filter, body: "{}", query: "{" }, filter);

  expect([results.body.state, results.query.state, results.path.state]).toEqual([
    "no-input",
    "invalid-filter",
    "no-filter",
  ]);
});

test.each([
  ["{", "{}", "invalid-filter"],
  ['{"a": {"$ref": "b[*]"}}', "{}", "refused-filter"],
  ["{}", "{", "invalid-input"],
  ["null", "{}", "no-filter"],
  [
    '{"a": [[2], [3]]}',
    JSON.stringify({ a: Array.from({ length: 1100 }, () => Array.from({ length: 1100 }, () => 1)) }),
    "too-costly",
  ],
])("a filter that cannot be tested, case %#", (body, input, state) => {
  expect(explainTexts({ ...filter, body }, { ...filter, body: input }).body.state).toBe(state);
});
