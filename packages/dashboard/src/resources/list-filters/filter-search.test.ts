import { PAYLOAD_FILTER_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { fields, yesNo } from "../../ui/read.ts";
import { numberRange, peopleOrAny, requestValueSearch } from "./filter-search.ts";
import { jsonProblem } from "./json-filter.ts";

const Search = fields({
  attempts: numberRange({ least: 0, most: 10_000 }),
  scheduled_attempts: yesNo,
  cli_user_id: peopleOrAny(),
  ...requestValueSearch(),
});

function read(text: string) {
  return JSON.parse(JSON.stringify(Search.parse(parseSearch(text))));
}

test("every filter comes back as it was written", () => {
  const search = {
    attempts: { gte: 0, lte: 3 },
    scheduled_attempts: false,
    cli_user_id: ["0199a0b4-1111-7000-8000-000000000001"],
    search_term: "re fund",
    headers: '{"x-shop":"a"}',
    body: '{"id":7,"tags":["a","b"]}',
    parsed_query: '{"page":"1"}',
    path: "/orders",
  };

  expect(read(stringifySearch(search))).toEqual(search);
  expect(read("?cli_user_id=any&scheduled_attempts=true")).toEqual({
    cli_user_id: "any",
    scheduled_attempts: true,
  });
});

test.each([
  "?attempts=many&scheduled_attempts=perhaps&cli_user_id[0]=!",
  "?search_term=ab&headers=[1]&body={&parsed_query=&path=",
  "?search_term=%20ab%20&headers=7&body[a]=1",
  `?body="${"x".repeat(PAYLOAD_FILTER_MAX_CHARACTERS)}"`,
])("%.60s is dropped", (text) => {
  expect(read(text)).toEqual({});
});

test("true, false and any count in any letter case", () => {
  expect(read("?scheduled_attempts=TRUE&cli_user_id=Any")).toEqual({
    scheduled_attempts: true,
    cli_user_id: "any",
  });
});

test("one bad bound leaves the other", () => {
  expect(read("?attempts[gte]=-1&attempts[lte]=5")).toEqual({ attempts: { lte: 5 } });
});

test("the editor says what is wrong with a text", () => {
  expect(jsonProblem("headers", "{")).toBe("Invalid JSON");
  expect(jsonProblem("headers", "[]")).toBe("Headers must be an object");
  expect(jsonProblem("headers", "null")).toBe("Headers must be an object");
  expect(jsonProblem("body", "[]")).toBeUndefined();
  expect(jsonProblem("body", "[".repeat(30) + "]".repeat(30))).toBe("Filter is too complex");
});
