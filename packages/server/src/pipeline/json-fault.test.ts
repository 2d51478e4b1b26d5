import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.ts";

test.each([
  ["an object", '{"a":[1,2.50,-0,1e9,null,true,"x"]}'],
  ["a bare value", "1"],
  ["nothing at all", ""],
  ["white space around", ' \n{"a":1}\t'],
  ["a byte order mark", '\uFEFF{"a":1}'],
  ["an escaped zero", String.raw`{"a":"\u0000"}`],
  ["a key that is dangerous to objects", '{"__proto__":{"x":1}}'],
  ["512 levels", "[".repeat(512) + "]".repeat(512)],
  ["brackets inside strings", JSON.stringify({ a: "[{".repeat(2000), b: String.raw`\"[`.repeat(500) })],
])("%s is fine", (_, text) => {
  expect(jsonFault(Buffer.from(text))).toBeNull();
});

test("bytes that are not UTF-8 inside a string are fine", () => {
  expect(jsonFault(Buffer.from([0x22, 0xff, 0xfe, 0x80, 0x22]))).toBeNull();
});

test.each(["{", "{'a':1}", '{"a":1,}', "nonsense", '{"a":1}}', '{"a":"\u0000"}', '"open'])(
  "%j is not valid",
  (text) => {
    expect(jsonFault(Buffer.from(text))).toBe("not valid");
  },
);

/** Changes one byte of a valid text, so that about half of the results are valid. */
function mutated(text: string, byte: number, place: number): Buffer {
  const bytes = Buffer.from(text, "latin1");
  bytes[Math.floor(place * bytes.length)] = byte;
  return bytes;
}

test("finds the same bodies valid as the engine's parser does", () => {
  const bytes = fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:0123456789-+.eE \\\n\t/ub')), fc.nat(255));
  const bodies = fc.tuple(fc.json({ maxDepth: 4 }), bytes, fc.double({ min: 0, max: 0.999, noNaN: true }));
  fc.assert(
    fc.property(bodies, ([text, byte, place]) => {
      for (const body of [Buffer.from(text), mutated(text, byte, place), mutated(`  ${text} `, byte, place)])
        expect(jsonFault(body) === null, body.toString("latin1")).toBe(isParsable(body.toString("latin1")));
    }),
    { numRuns: 3_000 },
  );
});

function isParsable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text === "";
  }
}

test.each([
  "-",
  "01",
  "1.",
  ".5",
  "1e",
  "1e+",
  "+1",
  "tru",
  "truee",
  "nul",
  String.raw`"\u12g4"`,
  String.raw`"\x"`,
  "[1 2]",
  "[,]",
  "{,}",
  '{"a"}',
  '{"a" 1}',
  "{1:2}",
  "[1}",
  "]",
  ",",
  " ",
])("%j is not valid either", (text) => {
  expect(jsonFault(Buffer.from(text))).toBe("not valid");
});

test("513 levels are too many, valid or not", () => {
  expect(jsonFault(Buffer.from("[".repeat(513) + "]".repeat(513)))).toBe("nested too deeply");
  expect(jsonFault(Buffer.from("[".repeat(200_000)))).toBe("nested too deeply");
  expect(jsonFault(Buffer.from('{"a":'.repeat(600) + "1" + "}".repeat(600)))).toBe("nested too deeply");
});
