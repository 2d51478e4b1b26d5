import { expect, test } from "vitest";
import { completeCode } from "./complete-code.ts";

const known = {
  input: {
    headers: { "content-type": "application/json", host: "example.com" },
    body: { id: 5520, customer: { email: "mara@example.com" }, lines: [{ sku: "A-37" }, { sku: "B-04" }] },
    path: "/",
    query: "page=2",
  },
  variables: ["SHOP"],
};

/** `|` is the cursor. */
function completionsIn(code: string, isExplicit = false) {
  const at = code.indexOf("|");
  return completeCode(code.replace("|", ""), at, known, isExplicit);
}
const labels = (code: string) => completionsIn(code)?.options.map(({ label }) => label);
const handler = (body: string, parameters = "request, context") =>
  `addHandler("transform", (${parameters}) => {\n${body}\n});`;

test("the request has its parts, with what they are", () => {
  expect(completionsIn(handler("request.|"))?.options).toContainEqual({
    label: "body",
    kind: "property",
    detail: "{ 3 keys }",
    info: "The value of a JSON body, the fields of a form as an object, or text for everything else.",
  });
  expect(labels(handler("request.bo|"))).toEqual(["headers", "body", "query", "parsed_query", "path"]);
});

test("fields of the chosen input follow, as deep as it is", () => {
  expect(completionsIn(handler("request.body.|"))?.options).toEqual([
    { label: "id", kind: "property", detail: "5520" },
    { label: "customer", kind: "property", detail: "{ 1 key }" },
    { label: "lines", kind: "property", detail: "[ 2 items ]" },
  ]);
  expect(labels(handler("x = request.body?.customer.em|;"))).toEqual(["email"]);
  expect(labels(handler('request.body.lines[0].| + request["body"]'))).toEqual(["sku"]);
  expect(labels(handler("request.parsed_query.|"))).toEqual(["page"]);
});

test.each([
  ["const order = request.body;\norder.|", ["id", "customer", "lines"]],
  ["const order = request.body ?? {}, { customer } = order;\ncustomer.|", ["email"]],
  ["const { body: order } = request;\norder.customer.|", ["email"]],
  ["const { body: { customer } } = request;\ncustomer.|", ["email"]],
  ["for (const line of request.body.lines) { line.| }", ["sku"]],
  ["const order = request.body; order.lines.map((line) => line.|);", ["sku"]],
  ["request.body.lines.filter(({ sku }, at) => sku).map((one) => one.|)", undefined],
])("%s", (body, expected) => {
  expect(labels(handler(body))).toEqual(expected);
});

test("parameters have the names that the code gives them", () => {
  expect(labels(handler("r.body.customer.|", "r"))).toEqual(["email"]);
  expect(labels(handler("body.customer.|", "{ body }"))).toEqual(["email"]);
  expect(labels(handler("request.|", "r"))).toEqual(undefined);
  expect(labels("function change(request) { request.body.cus|")).toContain("customer");
  expect(labels(handler("context.connection.source.|"))).toContain("name");
});

test("a name that cannot follow a dot goes into brackets", () => {
  expect(completionsIn(handler("request.headers.con|"))).toMatchObject({
    options: [
      { label: "content-type", template: '["content-type"]', replacesBefore: 1 },
      { label: "host", kind: "property", detail: '"example.com"' },
    ],
  });
  const inBracket = completionsIn(handler('request.headers["con|"]'));
  expect(inBracket?.options.map(({ label, template }) => [label, template])).toEqual([
    ["content-type", undefined],
    ["host", undefined],
  ]);
});

test("variables and the console", () => {
  expect(labels(handler("process.env.S|"))).toEqual(["SHOP"]);
  expect(labels(handler("process.|"))).toEqual(["env"]);
  expect(labels(handler("console.|"))).toEqual(["log", "info", "debug", "warn", "error"]);
});

test("words are what the code declares and the sandbox has", () => {
  const found = labels(handler("const order = 1; o|"));

  expect(found).toEqual(
    expect.arrayContaining(["order", "request", "context", "process", "Object", "return"]),
  );
  expect(found).not.toContain("fetch");
  expect(completionsIn("add|")?.options).toContainEqual(
    expect.objectContaining({ label: "addHandler", template: expect.stringContaining("return request;") }),
  );
});

test.each(["// request.|", '"request.|"', "const na|", "unknown.|", "f().|", "|"])(
  "%s has nothing",
  (code) => {
    expect(completionsIn(code)).toBeNull();
  },
);

test("asked for, an empty place has words too", () => {
  expect(completionsIn("|", true)?.options.length).toBeGreaterThan(10);
});
