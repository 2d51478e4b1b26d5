import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { ExecutionsSearch, withoutFilters } from "./executions-url.ts";

const read = (query: string) =>
  Object.fromEntries(
    Object.entries(ExecutionsSearch.parse(parseSearch(query))).filter(([, value]) => value !== undefined),
  );

test("an address is read in both forms of lists", () => {
  const found = {
    webhook_id: ["web_1"],
    log_level: ["warn", "fatal"],
    date: { relative: "last_hour" },
    selected_execution_id: "exe_7",
    transform_tab: "diff",
    next: "abc",
  };

  expect(
    read(
      "?webhook_id=web_1&log_level[0]=warn&log_level[1]=fatal&date[relative]=last_hour&selected_execution_id=exe_7&transform_tab=diff&next=abc",
    ),
  ).toEqual(found);
  expect(read(stringifySearch(found))).toEqual(found);
});

test("what makes no sense is dropped", () => {
  expect(
    read(
      "?webhook_id=src_1&log_level[0]=loud&date[relative]=9d&selected_execution_id=<b>&transform_tab=x&y=1",
    ),
  ).toEqual({ date: {} });
});

test("without filters, the selection stays and the first page is shown", () => {
  const search = ExecutionsSearch.parse({ log_level: "warn", selected_execution_id: "exe_1", next: "abc" });

  expect(withoutFilters(search)).toEqual({ selected_execution_id: "exe_1" });
});
