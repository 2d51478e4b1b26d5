import { describe, expect, test } from "vitest";
import { at, hasComma, isFoldable, keyText, RowKind, valueText, type FlatJson } from "./flat-json.ts";
import { flattenJson } from "./flatten.ts";
import { jsonPathOf } from "./json-path.ts";

describe("what was received is what is shown", () => {
  test("numbers keep every digit and sign", () => {
    const json = flattened("[12345678901234567890, 1.0, -0, 1E+2, 0.10]");

    expect(scalarTexts(json)).toEqual(["12345678901234567890", "1.0", "-0", "1E+2", "0.10"]);
  });

  test("keys keep their order and their duplicates", () => {
    const json = flattened('{"b":1,"2":2,"1":3,"b":4}');

    const rows = [1, 2, 3, 4];
    expect(rows.map((row) => keyText(json, row) + valueText(json, row))).toEqual([
      '"b"1',
      '"2"2',
      '"1"3',
      '"b"4',
    ]);
  });

  test("joining the rows again gives the tokens of the text, for 500 random bodies", () => {
    const random = seeded(20_261_114);
    for (let round = 0; round < 500; round += 1) {
      const text = randomJson(random, 0);
      expect(joined(flattened(text))).toBe(tokensOf(text));
    }
  });

  test("each row knows its path", () => {
    const json = flattened('{"data":{"items":[{"id":7}],"odd key":1,"a\\"b":2,"é":3},"":4}');

    const paths = Array.from({ length: json.rowCount }, (_, row) => jsonPathOf(json, row));
    expect([...new Set(paths)]).toEqual([
      "$",
      "$.data",
      "$.data.items",
      "$.data.items[0]",
      "$.data.items[0].id",
      '$.data["odd key"]',
      '$.data["a\\"b"]',
      '$.data["é"]',
      '$[""]',
    ]);
  });
});

describe("what is no JSON is refused with its place", () => {
  test.each([
    ['{\n  "a": 1\n  "b": 2\n}', "expected a comma or }", 3, 3],
    ['{"a" 1}', "expected a colon", 1, 6],
    ["{a:1}", "expected a key in double quotes", 1, 2],
    ["[1,]", "expected a value", 1, 4],
    ["[1 2]", "expected a comma or ]", 1, 4],
    ["[01]", "expected a comma or ]", 1, 3],
    ["[1,\n2", "the text ends too early", 2, 2],
    ['["abc', "a string is not closed", 1, 2],
    ['["a\nb"]', "a line break or control character inside a string", 1, 4],
    ['["a\u001Fb"]', "a line break or control character inside a string", 1, 4],
    [String.raw`["\x41"]`, "unknown escape in a string", 1, 3],
    ["{} {}", "unexpected text after the end", 1, 4],
    ["", "the text ends too early", 1, 1],
  ])("%j", (text, reason, line, column) => {
    expect(flattenJson(text)).toEqual({ ok: false, fault: { reason, line, column } });
  });

  test("it accepts exactly what JSON.parse accepts, for 3,000 damaged bodies", () => {
    const random = seeded(7);
    const damage = '{}[],:"\\ \n0123-+.eEtruefalsn\u0001\u00A0';
    const verdicts = new Set<boolean>();
    for (let round = 0; round < 3_000; round += 1) {
      const text = randomJson(random, 2);
      const place = Math.floor(random() * (text.length + 1));
      const inserted = damage[Math.floor(random() * damage.length)] ?? "";
      const damaged = text.slice(0, place) + inserted + text.slice(place + Math.floor(random() * 2));
      const verdict = parses(damaged);
      expect([damaged, flattenJson(damaged).ok]).toEqual([damaged, verdict]);
      verdicts.add(verdict);
    }
    expect(verdicts.size).toBe(2);
  });
});

describe("bodies made to hurt", () => {
  test("512 levels are shown, 513 are refused without overflowing the stack", () => {
    expect(flattenJson("[".repeat(512) + "]".repeat(512)).ok).toBe(true);
    expect(flattenJson("[".repeat(513) + "]".repeat(513))).toEqual({
      ok: false,
      fault: { reason: "nested deeper than 512 levels", line: 1, column: 513 },
    });
  });

  test("half a million rows fit, and more rows than a browser can draw are refused", () => {
    expect(flattened(`[${"1,".repeat(499_998)}1]`).rowCount).toBe(500_001);
    expect(flattenJson(`[${"1,".repeat(800_000)}1]`)).toMatchObject({
      ok: false,
      fault: { reason: "more than 800,000 rows" },
    });
  });
});

function flattened(text: string): FlatJson {
  const result = flattenJson(text);
  if (!result.ok) throw new Error(`${result.fault.reason}: ${text}`);
  return result.json;
}

function scalarTexts(json: FlatJson): string[] {
  const rows = Array.from({ length: json.rowCount }, (_, row) => row);
  return rows.filter((row) => at(json.kind, row) >= RowKind.String).map((row) => valueText(json, row));
}

function joined(json: FlatJson): string {
  let text = "";
  for (let row = 0; row < json.rowCount; row += 1) {
    const key = keyText(json, row);
    const value = isFoldable(json, row)
      ? json.text.charAt(at(json.valueStart, row))
      : at(json.kind, row) <= RowKind.Array
        ? tokensOf(valueText(json, row))
        : valueText(json, row);
    text += key === "" ? value : `${key}:${value}`;
    if (!isFoldable(json, row) && hasComma(json, row)) text += ",";
  }
  return text;
}

/** The text without the white space between its tokens. */
function tokensOf(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string: string | undefined) => string ?? "");
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Repeatable random numbers in [0, 1): mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SCALARS = ["0", "-1.50", "1e9", "12345678901234567890", "true", "false", "null", '""', '"a b"'];
const STRINGS = [String.raw`"\"quoted\" \\ \/ \n"`, String.raw`"\u00e9\ud83d"`, '"{[,:]}"', '"é 😀"', '"k"'];

function randomJson(random: () => number, depth: number): string {
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? "";
  const space = () => pick(["", "", " ", "\n\t", "\r\n "]);
  const value = () => randomJson(random, depth + 1);
  const chance = random();
  if (depth > 5 || chance < 0.3) return space() + pick([...SCALARS, ...STRINGS]) + space();
  const children = Array.from({ length: Math.floor(random() * 5) }, () =>
    chance < 0.65 ? `${space()}${pick(STRINGS)}${space()}:${value()}` : value(),
  );
  const content = children.length === 0 ? space() : children.join(",");
  return space() + (chance < 0.65 ? `{${content}}` : `[${content}]`) + space();
}
