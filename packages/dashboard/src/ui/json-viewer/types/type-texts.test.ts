import { expect, test } from "vitest";
import { typeTexts } from "./type-texts.ts";

function linesOf(language: "typescript" | "go", body: string): string[] {
  return (typeTexts(body)?.[language] ?? "not JSON").trimEnd().split("\n");
}

const ORDER = `{
  "id": "evt_1", "amount": 7, "rate": 1.0, "content-type": "a", "paid": true, "note": null,
  "customer": { "user_id": 1, "homeUrl": "x" },
  "line_items": [{ "sku": "A-1", "count": 1 }, { "sku": "B-2", "gift": true, "count": 2.5 }],
  "tags": ["new"], "nothing": [], "anything": {}, "mixed": [1, "two", null]
}`;

test("a body becomes interfaces, the outermost first, named after their keys", () => {
  expect(linesOf("typescript", ORDER)).toEqual([
    "export interface Body {",
    "  id: string;",
    "  amount: number;",
    "  rate: number;",
    '  "content-type": string;',
    "  paid: boolean;",
    "  note: null;",
    "  customer: Customer;",
    "  line_items: LineItem[];",
    "  tags: string[];",
    "  nothing: unknown[];",
    "  anything: Record<string, unknown>;",
    "  mixed: (string | number | null)[];",
    "}",
    "",
    "export interface Customer {",
    "  user_id: number;",
    "  homeUrl: string;",
    "}",
    "",
    "export interface LineItem {",
    "  sku: string;",
    "  count: number;",
    "  gift?: boolean;",
    "}",
  ]);
});

test("a body becomes structs, with tags, initialisms, and pointers to what may be missing", () => {
  expect(linesOf("go", ORDER)).toEqual([
    "type Body struct {",
    '\tID          string         `json:"id"`',
    '\tAmount      int64          `json:"amount"`',
    '\tRate        float64        `json:"rate"`',
    '\tContentType string         `json:"content-type"`',
    '\tPaid        bool           `json:"paid"`',
    '\tNote        any            `json:"note"`',
    '\tCustomer    Customer       `json:"customer"`',
    '\tLineItems   []LineItem     `json:"line_items"`',
    '\tTags        []string       `json:"tags"`',
    '\tNothing     []any          `json:"nothing"`',
    '\tAnything    map[string]any `json:"anything"`',
    '\tMixed       []any          `json:"mixed"`',
    "}",
    "",
    "type Customer struct {",
    '\tUserID  int64  `json:"user_id"`',
    '\tHomeURL string `json:"homeUrl"`',
    "}",
    "",
    "type LineItem struct {",
    '\tSku   string  `json:"sku"`',
    '\tCount float64 `json:"count"`',
    '\tGift  *bool   `json:"gift,omitempty"`',
    "}",
  ]);
});

test("numbers of Go are as wide as the values need", () => {
  const types = linesOf(
    "go",
    '{"a":9223372036854775807,"b":9223372036854775808,"c":18446744073709551616,"d":[-1,18446744073709551615],"e":-9223372036854775809,"f":1e3}',
  ).map((line) => line.trim().split(/\s+/)[1]);

  expect(types.slice(1, 7)).toEqual([
    "int64",
    "uint64",
    "json.Number",
    "[]json.Number",
    "json.Number",
    "float64",
  ]);
});

test("objects with the same fields share a type; other types of the same name are told apart", () => {
  const body =
    '{"billing":{"city":"a"},"shipping":{"city":"b"},"data":{"object":{"x":1}},"more":{"object":{"y":1},"data":{"z":1}}}';

  expect(
    linesOf("typescript", body).filter((line) => /object|data|billing|shipping|interface/.test(line)),
  ).toEqual([
    "export interface Body {",
    "  billing: Billing;",
    "  shipping: Billing;",
    "  data: Data;",
    "export interface Billing {",
    "export interface Data {",
    "  object: DataObject;",
    "export interface DataObject {",
    "export interface More {",
    "  object: MoreObject;",
    "  data: MoreData;",
    "export interface MoreObject {",
    "export interface MoreData {",
  ]);
});

test.each([
  ["[]", "export type Body = unknown[];", "type Body []any"],
  ["12", "export type Body = number;", "type Body int64"],
  ['[{"a":1},{}]', "export type Body = BodyItem[];", "type Body []BodyItem"],
  ["null", "export type Body = null;", "type Body any"],
])("%s has a type too", (body, typescript, go) => {
  expect(linesOf("typescript", body)[0]).toBe(typescript);
  expect(linesOf("go", body)[0]).toBe(go);
});

test("keys that are no names do not break the code", () => {
  const body =
    '{"__proto__":1,"":2,"a\\"b,`":3,"1st":4,"日本":5,"-":6,"a b":7,"aB":8,"a_b":9,"x":1,"x":"again"}';

  expect(linesOf("typescript", body)).toEqual([
    "export interface Body {",
    "  __proto__: number;",
    '  "": number;',
    '  "a\\"b,`": number;',
    '  "1st": number;',
    '  "日本": number;',
    '  "-": number;',
    '  "a b": number;',
    "  aB: number;",
    "  a_b: number;",
    "  x: string | number;",
    "}",
  ]);
  const go = linesOf("go", body);
  expect(go[1]).toMatch(/^\tProto +int64 `json:"__proto__"`$/);
  expect(go[2]).toBe('\t// "" cannot be named in a tag; its type is int64');
  expect(go[3]).toBe('\t// "a\\"b,`" cannot be named in a tag; its type is int64');
  expect(go.slice(4, 10).map((line) => line.trim().split(/\s+/)[0])).toEqual([
    "N1st",
    "Field",
    "Field2",
    "AB",
    "AB2",
    "AB3",
  ]);
  expect(go[6]).toContain('`json:"-,"`');
});

test("a body with more fields than a call has arguments has a type", () => {
  const fields = Array.from({ length: 150_000 }, (_, at) => `"k${at}":1`);

  expect(linesOf("go", `{${fields.join(",")}}`)).toHaveLength(150_002);
});

test("what is not JSON has no types", () => {
  expect(typeTexts("<xml/>")).toBeNull();
});
