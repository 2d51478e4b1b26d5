import { expect, test } from "vitest";
import { jsonPlaces, type JsonPath } from "./json-places.ts";

const text = `{
  "a": { "b": [1, { "c": true }, { "c": 2 }] },
  "a.b": null,
  "twice": 1,
  "twice": 2,
  "last": {}
}`;

test.each<[path: JsonPath, found: string[], line: number]>([
  [[], [text], 1],
  [["a", "b", 0], ["1"], 2],
  [["a", "b", 1, "c"], ['"c": true'], 2],
  [["a", "b", null, "c"], ['"c": true', '"c": 2'], 2],
  [["a.b"], ['"a.b": null'], 3],
  [["twice"], ['"twice": 2'], 5],
  [["last"], ['"last": {}'], 6],
])("%j is found", (path, found, line) => {
  const places = jsonPlaces(text)(path);

  expect(places.map(({ from, to }) => text.slice(from, to))).toEqual(found);
  expect(places[0]?.line).toBe(line);
});

test.each<[JsonPath]>([[["b"]], [["a", 0]], [["a", "b", 9]], [["last", "x"]], [["a", "b", "c"]]])(
  "%j is nowhere",
  (path) => {
    expect(jsonPlaces(text)(path)).toEqual([]);
  },
);

test("a text that is no JSON has no places", () => {
  expect(jsonPlaces("{")([])).toEqual([]);
});
