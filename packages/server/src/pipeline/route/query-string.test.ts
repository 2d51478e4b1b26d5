import { listEvents } from "@posthorn/contract/events";
import { expect, test } from "vitest";
import { hasNullCharacter, parseQueryString } from "./query-string.ts";
import { parseInput } from "../../api/validation.ts";

const ids = (text: string) => parseInput(listEvents.query, parseQueryString(text), "query").id;

test("every way a shipped client writes a list means the same", () => {
  for (const text of [
    "id=evt_1&id=evt_2",
    "id[]=evt_1&id[]=evt_2",
    "id[0]=evt_1&id[1]=evt_2",
    "id%5B0%5D=evt_1&id%5B1%5D=evt_2",
    "id=evt_1,evt_2",
    "id=evt_1%2Cevt_2",
  ]) {
    expect(ids(text)).toEqual(["evt_1", "evt_2"]);
  }
});

test("more than twenty values stay a list", () => {
  const text = Array.from({ length: 120 }, (_value, at) => `id[${at}]=evt_${at}`).join("&");

  expect(ids(text)).toHaveLength(120);
});

test("operators are nested, percent-encoded or not", () => {
  expect(parseQueryString("created_at[gte]=2026-01-01&created_at%5Blt%5D=2026-02-01")).toEqual({
    created_at: { gte: "2026-01-01", lt: "2026-02-01" },
  });
});

test("names that would reach a prototype are dropped", () => {
  const parsed = parseQueryString(
    "__proto__[x]=1&a[__proto__][x]=1&constructor[prototype][x]=1&hasOwnProperty=1",
  );

  expect(JSON.stringify(parsed)).not.toContain("__proto__");
  expect(Object.hasOwn(parsed, "hasOwnProperty")).toBe(false);
  expect(Reflect.get({}, "x")).toBeUndefined();
});

test("a null character is seen in either spelling", () => {
  expect(hasNullCharacter("name=a%00b")).toBe(true);
  expect(hasNullCharacter("name=a%2500b")).toBe(false);
});
