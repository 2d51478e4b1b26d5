/** Does docs/reference/metrics.md name every measure, dimension and filter? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { METRICS_ENDPOINTS } from "@posthorn/contract/metrics";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const PAGE = readFileSync(join(import.meta.dirname, "../../../../../docs/reference/metrics.md"), "utf8");

/** All names that an endpoint takes: values of enums and fields of filters. */
function namesIn(schema: z.core.JSONSchema.BaseSchema): string[] {
  const { measures, dimensions, filters } = schema.properties ?? {};
  const enums = [measures, dimensions].flatMap((one) =>
    typeof one === "object" ? (one.anyOf ?? []).flatMap((each) => each.enum ?? []) : [],
  );
  return [...enums.map(String), ...Object.keys((typeof filters === "object" && filters.properties) || {})];
}

test.each(METRICS_ENDPOINTS)("$path", ({ path, query }) => {
  const names = namesIn(z.toJSONSchema(query, { io: "input", unrepresentable: "any" }));
  const section = PAGE.split("\n## ").find((one) => one.startsWith(`\`${path}\``)) ?? "";
  const said = section.includes("as above") || section.includes("the same names") ? PAGE : section;

  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !said.includes(`\`${name}`) && !said.includes(`[${name}]`))).toEqual([]);
});
