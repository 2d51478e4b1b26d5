import { expect, test } from "vitest";
import { fieldName } from "./field-names.ts";

test("fields have the words of the forms, and new ones those of the API", () => {
  expect(
    ["rules.filter", "rules.order", "env", "config.rate_limit_period", "configs.log_level"].map(fieldName),
  ).toEqual(["filter rule", "order of the rules", "variables", "rate limit period", "log level"]);
});
