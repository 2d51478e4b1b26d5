import { expect, test } from "vitest";
import {
  ChooseDestinationForm,
  destinationEdit,
  newDestination,
  newDestinationInput,
} from "./destination-values.ts";

const ORDERS = { ...newDestination("HTTP"), name: "orders-api", url: "https://orders.acme.dev/hooks" };
const mistakes = (values: object) =>
  (ChooseDestinationForm.safeParse({ ...ORDERS, ...values }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

test("a rate is a whole number from 0 on, and a CLI has none", () => {
  expect(mistakes({})).toEqual([]);
  expect(mistakes({ rate_limit: null })).toEqual(["rate_limit: Required"]);
  expect(mistakes({ rate_limit: -1 })).toEqual(["rate_limit: Min of 0"]);
  expect(mistakes({ rate_limit: 1.5 })).toHaveLength(1);
  expect(mistakes({ type: "CLI", rate_limit: null })).toEqual([]);
});

test("an existing destination has to be chosen, and what is typed for a new one is not checked", () => {
  expect(mistakes({ choice: "existing", name: "" })).toEqual(["destination_id: Required"]);
  expect(mistakes({ choice: "existing", name: "", destination_id: "des_1" })).toEqual([]);
});

test("a rate of 0 is no rate", () => {
  expect(newDestinationInput(ORDERS).config).toMatchObject({ rate_limit: null });
  expect(newDestinationInput({ ...ORDERS, rate_limit: 50 }).config).toMatchObject({
    rate_limit: 50,
    rate_limit_period: "second",
  });
});

test("an edit sends the fields of the step, and says whether only the rate is new", () => {
  const slower = { ...ORDERS, rate_limit: 5, rate_limit_period: "minute" as const };

  expect(destinationEdit(ORDERS, slower)).toEqual({
    isOfRate: true,
    change: {
      name: "orders-api",
      type: "HTTP",
      config: { url: "https://orders.acme.dev/hooks", rate_limit: 5, rate_limit_period: "minute" },
    },
  });
  expect(destinationEdit(slower, { ...slower, rate_limit: 0 }).change.config?.rate_limit).toBeNull();
  expect(destinationEdit(ORDERS, { ...slower, name: "other" }).isOfRate).toBe(false);
  expect(destinationEdit(ORDERS, { ...ORDERS, type: "CLI" })).toMatchObject({
    isOfRate: false,
    change: { type: "CLI", config: { path: "/" } },
  });
});
