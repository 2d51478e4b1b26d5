import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import { expect, test } from "vitest";
import { bodyJson, bodyView, shortEventData } from "./payload-view.ts";

const view = (text: string, type: string | undefined) => bodyView(Buffer.from(text), type);

test("a body is JSON where it says so and can be read as such", () => {
  expect(view('{"a":1}', "application/json; charset=utf-8")).toEqual({ a: 1 });
  expect(view('{"a":1}', "application/vnd.api+json")).toEqual({ a: 1 });
  expect(view("\ufeff[1]", "application/json")).toEqual([1]);
  expect(view('{"a":1', "application/json")).toBe('{"a":1');
  expect(view('{"a":1}', "text/plain")).toBe('{"a":1}');
  expect(view("", "application/json")).toBe("");
  expect(bodyView(null, "application/json")).toBeNull();
});

test("a form is shown as its fields, every other body as text", () => {
  const multipart = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--';

  expect(view("a=1&b=x+y", "application/x-www-form-urlencoded; charset=utf-8")).toEqual({ a: "1", b: "x y" });
  expect(view("a=1", "Application/X-WWW-Form-Urlencoded")).toEqual({ a: "1" });
  expect(view("", "application/x-www-form-urlencoded")).toBe("");
  expect(view("a=1", "text/plain")).toBe("a=1");
  expect(view(multipart, "multipart/form-data; boundary=x")).toBe(multipart);
});

test("JSON that is nested too deeply to be written again is shown as text", () => {
  const text = "[".repeat(60_000) + "]".repeat(60_000);

  expect(bodyView(Buffer.from(text), "application/json")).toBe(text);
});

test.each([
  ['{"a": [1, "\u00e9"]}', "application/json"],
  ["\ufeff[1]", "application/json"],
  [" ", "application/json"],
  ['{"a":1', "application/json"],
  ["a=1&b=2", "application/x-www-form-urlencoded"],
  ["x", "text/plain"],
  ["", undefined],
])("the JSON of %j as %s is what is shown", (text, type) => {
  expect(JSON.parse(bodyJson(Buffer.from(text), type))).toEqual(view(text, type));
});

test("bytes that are not UTF-8 do not make JSON of what is none, nor none of what is", () => {
  const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xe2, 0x82]), Buffer.from('"}')]);
  const outside = Buffer.from([0x5b, 0xc2, 0xa0, 0x5d]);

  expect(JSON.parse(bodyJson(body, "application/json"))).toEqual({ a: "\ufffd\ufffd" });
  expect(JSON.parse(bodyJson(outside, "application/json"))).toBe("[\u00a0]");
  expect(bodyJson(null, "application/json")).toBe("null");
});

test("a raw query is shown parsed, and large bodies are marked", () => {
  const data = shortEventData({
    path: "/",
    query: "a=1&b[c]=2&__proto__[x]=3",
    headers: "[]",
    body: Buffer.alloc(LARGE_PAYLOAD_BYTES + 1, "x"),
  });

  expect(data.parsed_query).toEqual({ a: "1", b: { c: "2" } });
  expect(data.is_large_payload).toBe(true);
  const { is_large_payload } = shortEventData({
    path: "/",
    query: null,
    headers: "[]",
    body: Buffer.alloc(LARGE_PAYLOAD_BYTES, "x"),
  });
  expect(is_large_payload).toBeUndefined();
});
