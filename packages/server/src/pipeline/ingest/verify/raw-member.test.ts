import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rawMember } from "./raw-member.ts";

function memberOf(body: string, name: string): string | null {
  const found = rawMember(Buffer.from(body), name);
  return found && Buffer.from(found).toString();
}

test("a member is found as it was written", () => {
  const body = ' { "a" : "x,\\"}:é" , "b":[1,{"a":2}] ,"c": { "a" : [ ] },"d":1.0 } ';

  expect(["a", "b", "c", "d", "e"].map((name) => memberOf(body, name))).toEqual([
    '"x,\\"}:é"',
    '[1,{"a":2}]',
    '{ "a" : [ ] }',
    "1.0",
    null,
  ]);
});

test("a name that is there twice, in whatever spelling, counts as none", () => {
  expect(memberOf('{"a":1,"a":2}', "a")).toBeNull();
  expect(memberOf('{"a":1,"\\u0061":2}', "a")).toBeNull();
  expect(memberOf('{"\\u0061":2}', "a")).toBe("2");
});

test("what is no JSON object has no members", () => {
  for (const body of ["", "[]", "1", '"a"', "null", '{"a":1', '{"a":1}}', "a=1"])
    expect(memberOf(body, "a")).toBeNull();
});

test("every member of every object is found", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()),
      fc.integer({ max: 3, min: 0 }),
      (object, indent) => {
        const body = JSON.stringify(object, null, indent);
        for (const [name, value] of Object.entries(JSON.parse(body)))
          expect(JSON.parse(memberOf(body, name) ?? "")).toEqual(value);
      },
    ),
    { numRuns: 200 },
  );
});
