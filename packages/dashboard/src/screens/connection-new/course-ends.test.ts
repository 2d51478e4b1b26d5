import { expect, test } from "vitest";
import { aConnection } from "../../resources/connections/test-connections.ts";
import { emptyForm, type ConnectionFormValues } from "./connection-form.ts";
import { destinationEnd, sourceEnd } from "./course-ends.ts";

const { source, destination } = aConnection(1);
const NONE = { chosen: null, isChosenGone: false, hasMistake: false };
const EMPTY = emptyForm({});

function withSource(change: Partial<ConnectionFormValues["source"]>): ConnectionFormValues {
  return { ...EMPTY, source: { ...EMPTY.source, name: "shop", ...change } };
}

function withDestination(change: Partial<ConnectionFormValues["destination"]>): ConnectionFormValues {
  return { ...EMPTY, destination: { ...EMPTY.destination, name: "ledger", ...change } };
}

test.each<[values: ConnectionFormValues, does: string]>([
  [withSource({}), "receives it, answers 200"],
  [
    withSource({ has_custom_response: true, custom_response: { content_type: "text", body: "ok" } }),
    "receives it, answers 200 with text of its own",
  ],
  [withSource({ name: "" }), "has no name yet"],
  [withSource({ allowed_http_methods: [] }), "not valid yet"],
  [withSource({ type: "" }), "not valid yet"],
])("a new source: what it does, or what is missing (%#)", (values, does) => {
  expect(sourceEnd(values, NONE)).toEqual({ name: values.source.name || "New source", does });
});

test.each<[values: ConnectionFormValues, does: string]>([
  [withDestination({ url: " https://a.dev/b " }), "https://a.dev/b"],
  [withDestination({ url: "" }), "has no URL yet"],
  [withDestination({ url: "a.dev" }), "URL not valid yet"],
  [withDestination({ url: "https://a.dev", name: "" }), "has no name yet"],
  [withDestination({ url: "https://a.dev", has_rate_limit: true, rate_limit: 0 }), "not valid yet"],
  [withDestination({ type: "CLI", path: "/hooks" }), "CLI /hooks"],
  [withDestination({ type: "CLI", path: "hooks" }), "not valid yet"],
  [withDestination({ type: "MOCK_API" }), "Mock API"],
])("a new destination: where it is, or what is missing (%#)", (values, does) => {
  expect(destinationEnd(values, NONE)).toEqual({ name: values.destination.name || "New destination", does });
});

test("an end with a mistake that its values do not show is not valid", () => {
  const taken = { ...NONE, hasMistake: true };

  expect(sourceEnd(withSource({}), taken).does).toBe("not valid yet");
  expect(destinationEnd(withDestination({ url: "https://a.dev" }), taken).does).toBe("not valid yet");
});

test("an existing end says what it does, or why it is not there", () => {
  const chosen = emptyForm({ source_id: source.id, destination_id: destination.id });
  const gone = { ...NONE, isChosenGone: true };
  const open = { ...EMPTY, source_choice: "existing" as const, destination_choice: "existing" as const };

  expect(sourceEnd(chosen, { ...NONE, chosen: source }).does).toBe("receives it, answers 200");
  expect(destinationEnd(chosen, { ...NONE, chosen: destination }).does).toBe(destination.config.url);
  expect([sourceEnd(open, NONE).does, destinationEnd(open, NONE).does]).toEqual([
    "not chosen yet",
    "not chosen yet",
  ]);
  expect([sourceEnd(chosen, gone).does, destinationEnd(chosen, gone).does]).toEqual([
    "does not exist",
    "does not exist",
  ]);
  expect([sourceEnd(chosen, NONE).does, destinationEnd(chosen, NONE).does]).toEqual([
    "not loaded yet",
    "not loaded yet",
  ]);
});
