import { expect, test } from "vitest";
import { connectionStep, peopleStep } from "./first-steps.ts";

const nothing = { had_connection: false, delivering: null, has_colleagues: false };

test("a connection is done once there was one, and the line says whether it delivers", () => {
  expect(connectionStep(undefined).isDone).toBeUndefined();
  expect(connectionStep(nothing).isDone).toBe(false);
  expect(connectionStep({ ...nothing, had_connection: true })).toEqual({
    isDone: true,
    text: "None of your connections has delivered an event yet.",
  });
  const delivering = { id: "web_1", source_name: "shopify", destination_name: "orders-api" };
  expect(connectionStep({ ...nothing, had_connection: true, delivering })).toEqual({
    isDone: true,
    text: "shopify → orders-api delivered its first event.",
  });
});

test("inviting is done once somebody else is there or invited", () => {
  expect(peopleStep(undefined, "Acme").isDone).toBeUndefined();
  expect(peopleStep(nothing, "Acme").isDone).toBe(false);
  expect(peopleStep({ ...nothing, has_colleagues: true }, "Acme")).toEqual({
    isDone: true,
    text: "You are not alone in Acme: somebody has joined, or is invited.",
  });
});
