import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { filterOf, inOtherCategory, MetricsSearch } from "./metrics-url.ts";

const read = (query: string) => MetricsSearch.parse(parseSearch(query));

test("an address with junk opens the page without it", () => {
  expect(
    read(
      "?date[relative]=next_year&destination_id=web_1&expanded=nothing&source_id[0]=src_1&source_id[1]=no",
    ),
  ).toEqual({ date: {}, source_id: ["src_1"] });
  expect(read("?date=5&expanded[a]=1")).toEqual({});
});

test("a category filters by its own dimension, and another one keeps only the dates", () => {
  const search = read("?destination_id=des_1&source_id=src_1&date[relative]=today&expanded=requests_rate");

  expect(filterOf("destinations", search)).toEqual({ destination_id: ["des_1"] });
  expect(filterOf("connections", search)).toEqual({});
  expect(inOtherCategory(search)).toEqual({ date: { relative: "today" } });
});
