import { ConnectionInput } from "@posthorn/contract/connections";
import { expect, test } from "vitest";
import { emptySource } from "../../resources/sources/source-form.ts";
import {
  ConnectionForm,
  connectionInputOf,
  emptyForm,
  stepsOf,
  type ConnectionFormValues,
} from "./connection-form.ts";

const filled: ConnectionFormValues = {
  ...emptyForm({}),
  source: { ...emptySource("WEBHOOK"), name: "stripe" },
  destination: {
    ...emptyForm({}).destination,
    name: "orders-api",
    url: " https://orders.acme.dev/hooks ",
  },
};

function mistakesIn(change: Partial<ConnectionFormValues>): Record<string, string> {
  const parsed = ConnectionForm.safeParse({ ...filled, ...change });
  return Object.fromEntries(
    (parsed.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );
}

test("an empty form says what is required, and only for the ends that are made here", () => {
  expect(mistakesIn(emptyForm({}))).toEqual({
    "source.name": "Required",
    "destination.name": "Required",
    "destination.url": "Required",
  });
  expect(mistakesIn({ ...emptyForm({}), source_choice: "existing", destination_choice: "existing" })).toEqual(
    {
      source_id: "Required",
      destination_id: "Required",
    },
  );
});

test("only http and https URLs are taken", () => {
  expect(mistakesIn({})).toEqual({});
  for (const url of ["orders.acme.dev", "ftp://acme.dev", "javascript:alert(1)", "https://user:pw@acme.dev"])
    expect(mistakesIn({ destination: { ...filled.destination, url } })).toEqual({
      "destination.url": "Must be a valid HTTP url",
    });
});

test("a source without any method is refused", () => {
  expect(mistakesIn({ source: { ...filled.source, allowed_http_methods: [] } })).toEqual({
    "source.allowed_http_methods": "At least one HTTP method must be selected",
  });
});

test("what is sent is what the contract takes: new ends inline, existing ones by id", () => {
  const made = connectionInputOf({
    ...filled,
    destination: { ...filled.destination, http_method: "PUT", forwards_path: false },
  });
  const chosen = connectionInputOf({
    ...emptyForm({ source_id: "src_1", destination_id: "des_1" }),
    name: "a",
  });

  const rules = [
    { type: "retry", strategy: "exponential", interval: 30_000, count: 5, response_status_codes: null },
  ];
  expect(made).toMatchObject({
    name: null,
    rules,
    source: {
      name: "stripe",
      description: null,
      type: "WEBHOOK",
      config: {
        allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"],
        custom_response: null,
        auth_type: null,
        auth: null,
      },
    },
    destination: {
      name: "orders-api",
      type: "HTTP",
      config: { url: "https://orders.acme.dev/hooks", http_method: "PUT", path_forwarding_disabled: true },
    },
  });
  expect(chosen).toEqual({ name: "a", rules, source_id: "src_1", destination_id: "des_1" });
  expect([made, chosen].every((input) => ConnectionInput.safeParse(input).success)).toBe(true);
});

test("a step is complete when nothing is missing in it, and wrong when the form shows a mistake", () => {
  const steps = stepsOf(emptyForm({ source_id: "src_1" }), { name: { message: "Name is already used." } });

  expect(steps.filter(({ isComplete }) => isComplete).map(({ label }) => label)).toEqual([
    "Source",
    "Rules",
    "Name",
  ]);
  expect(steps.filter(({ hasMistake }) => hasMistake).map(({ label }) => label)).toEqual(["Name"]);
  expect(stepsOf(filled, {}).map(({ label }) => label)).toEqual([
    "Source",
    "Destination",
    "Rules",
    "Name",
    "Create",
  ]);
});
