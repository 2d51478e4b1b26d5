import { expect, test } from "vitest";
import { ApiFailure, unreachable } from "./api-failure.ts";
import { refusalFrom, refusalOf } from "./save-refusal.ts";

const failed = "An error occurred while saving the source";

function refused(code: string, data: unknown): ApiFailure {
  return new ApiFailure({ kind: "refused", code, status: 422, message: "Bad", data });
}

test("a save that succeeds is no refusal", async () => {
  expect(await refusalOf(Promise.resolve("ok"), { failed })).toBeNull();
});

test("each complaint of the server goes to the field that it names", async () => {
  const error = refused("UNPROCESSABLE_ENTITY", [
    "name is required",
    "config.rules[0].count must be less than or equal to 50",
    "Nothing matches this",
  ]);

  expect(await refusalOf(Promise.reject(error), { failed })).toEqual({
    title: `${failed}: name is required`,
    fields: [
      { name: "name", message: "Required" },
      { name: "config.rules[0].count", message: "Must be less than or equal to 50" },
    ],
    isConflict: false,
  });
});

function fieldOf(path: string): string | undefined {
  return path === "source.name" ? "source_name" : undefined;
}

test("a form with other names maps them, and drops what it does not have", () => {
  const error = refused("UNPROCESSABLE_ENTITY", ["source.name is odd", "destination.name is odd"]);

  expect(refusalFrom(error, { failed, fieldOf }).fields).toEqual([
    { name: "source_name", message: "Is odd" },
  ]);
});

function taken(resource_type: string) {
  const error = refused("RESOURCE_ALREADY_EXISTS", { id: "x_1", resource_type });
  return refusalFrom(error, { failed, kind: "connection" }).fields;
}

test("a taken name is said on the name, of the thing itself or of an end in the body", () => {
  expect(taken("connection")).toEqual([{ name: "name", message: "Name is already used." }]);
  expect(taken("source")).toEqual([{ name: "source.name", message: "Name is already used." }]);
});

test("a change by somebody else is a conflict, and an outage is none", () => {
  expect(refusalFrom(refused("CHANGED_MEANWHILE", undefined), { failed }).isConflict).toBe(true);
  expect(refusalFrom(unreachable(new Error("offline")), { failed })).toEqual({
    title: `${failed}: The server could not be reached`,
    fields: [],
    isConflict: false,
  });
});
