/**
 * Which payloads and filters are worth comparing?
 *
 * Random ones that fit each other: each filter is built from its payload, so that about half of them match. There
 * are only a few names and values, so that equal ones meet often. Payloads contain operators' names too, but no
 * `$ref`: with a payload that refers to itself, the library would never end.
 */

/** A small generator with a known seed, so that a failing case can be repeated. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = "a b c 0 1 a.b A length $x $eq $exist $or $and $not".split(" ").concat("");
const NUMBERS = [0, 1, 2, 10, -1, 1.5, 1e21];
const TEXTS = '0 1 10 9 a ab abc b true null [1] {"a":1} A é \ud83d " 2026-01-01 2026-01-02T00:00:00Z'.split(
  " ",
);
const LEAVES = [null, true, false, ...NUMBERS, "", " ", ...TEXTS, [], {}];
const OPERATORS = "$eq $neq $in $nin $startsWith $endsWith $gt $gte $lt $lte $exist".split(" ");
/** Plain paths, odd ones, and some that are unreadable. */
const PATHS = [
  "a b $.a $.b $ a.b $.a.b a[0] $.a[1] a[0].b a[$index] a[$index].b b[0] $[0] [0] [0].a [$index].a a.0 0 0.a",
  "a[$index].b[$index] a['b'] a[\"b\"] ['a.b'] $['a.b'] a.length a[-1] a[-0] a.-0 a[$index][$index]",
  "a[ .a $a a-b $$ a[$index a[''] [] a] a[01] a.1x constructor a['__proto__'] $.prototype a['$index'][$index]",
]
  .flatMap((line) => line.split(" "))
  .concat("", "a b");

/** Each call of the result returns the next payload with a filter for it. References use plain paths only. */
export function randomCases(seed: number): () => { data: unknown; schema: unknown } {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T; // the index is always within
  const chance = (percent: number) => random(100) < percent;
  const many = <T>(most: number, one: () => T): T[] => Array.from({ length: random(most + 1) }, one);
  // Operator names are rare in payloads.
  const name = () => (chance(92) ? pick(NAMES.slice(0, 3)) : pick(NAMES));

  function payload(depth: number): unknown {
    const kind = depth <= 0 ? 0 : random(10);
    if (kind < 4) return pick(LEAVES);
    if (kind < 6) return many(3, () => payload(depth - 1));
    if (kind < 7) return many(3, () => object(depth - 1));
    return object(depth);
  }
  const object = (depth: number) => Object.fromEntries(many(4, () => [name(), payload(depth - 1)] as const));

  /** Every path into the payload, with the value it finds. */
  let findable: { path: string; found: unknown }[] = [];
  function collectPaths(path: string, found: unknown): void {
    findable.push({ path, found });
    if (typeof found !== "object" || found === null) return;
    for (const [key, value] of Object.entries(found)) {
      if (Array.isArray(found)) collectPaths(`${path}[${chance(50) ? "$index" : key}]`, value);
      else if (/^[a-z]+$/i.test(key)) collectPaths(`${path}.${key}`, value);
      else if (!key.includes("'")) collectPaths(`${path}['${key}']`, value);
    }
  }

  function reference(data: unknown) {
    if (chance(25)) return { $ref: pick(PATHS) };
    if (chance(5)) return { $ref: pick([5, null, true, { a: 1 }, ["a"]]) };
    const alike = findable.filter(({ found }) => JSON.stringify(found) === JSON.stringify(data));
    const { path } = pick(alike.length > 0 && chance(80) ? alike : findable);
    return { $ref: chance(50) ? path : path.replace(/^\$\.?/, "") };
  }

  function compare(data: unknown): unknown {
    if (chance(20)) return reference(data);
    if (chance(30)) return data;
    if (chance(10)) return JSON.stringify(data) ?? "";
    if (chance(20)) return many(3, () => (chance(80) ? pick(LEAVES) : data));
    if (typeof data === "string" && chance(60)) return partOf(data);
    if (typeof data === "object" && data !== null && chance(50)) {
      return Array.isArray(data) ? data.toReversed() : Object.fromEntries(Object.entries(data).toReversed());
    }
    return chance(20) ? chance(50) : pick(LEAVES);
  }

  function partOf(text: string): unknown {
    if (/^[[{]/.test(text)) return JSON.parse(text);
    const part = text.slice(random(2), 1 + random(3));
    return part !== "" && chance(50) && Number.isFinite(Number(part)) ? Number(part) : part;
  }

  function operators(data: unknown): unknown {
    const chosen = many(1, () => pick(OPERATORS)).concat(pick(OPERATORS));
    return Object.fromEntries([
      ...chosen.map((operator) => [operator, compare(data)] as const),
      ...(chance(10) ? [[name(), pick(LEAVES)] as const] : []),
    ]);
  }

  /** A schema that is built from the data it will be compared with. */
  function schema(data: unknown, depth: number): unknown {
    if (depth <= 0) return chance(70) ? data : pick(LEAVES);
    const kind = random(100);
    if (kind < 14) return operators(data);
    if (kind < 20) return { $or: logical(data, depth), ...siblings(data, depth) };
    if (kind < 25) return { $and: logical(data, depth), ...siblings(data, depth) };
    if (kind < 32) {
      const inner = chance(50) ? schema(data, depth - 1) : chance(70) ? unlike(depth - 1) : pick(LEAVES);
      return { $not: inner, ...siblings(data, depth) };
    }
    if (kind < 36) return { ...reference(data), ...(chance(20) ? siblings(data, depth) : {}) };
    if (kind < 40) return payload(depth - 1);
    if (Array.isArray(data) && chance(60)) {
      if (chance(30) && data.length > 0) return schema(pick(data), depth - 1);
      return many(2, () => (data.length > 0 && chance(85) ? schema(pick(data), depth - 1) : pick(LEAVES)));
    }
    if (typeof data === "object" && data !== null && !Array.isArray(data)) return fields(data, depth);
    return data;
  }

  /** A schema that was built from other data, so it rarely matches. */
  const unlike = (depth: number) => schema(payload(2), depth);

  function logical(data: unknown, depth: number): unknown {
    if (chance(5)) return pick(LEAVES);
    return many(3, () => (chance(60) ? schema(data, depth - 1) : unlike(depth - 1)));
  }

  function siblings(data: unknown, depth: number): object {
    if (!chance(35)) return {};
    const others = chance(70) ? schema(data, depth - 1) : operators(data);
    return typeof others === "object" && others !== null ? others : {};
  }

  function fields(data: object, depth: number): unknown {
    const kept = Object.entries(data).filter(() => chance(60));
    return Object.fromEntries([
      ...kept.map(([key, value]) => [key, schema(value, depth - 1)] as const),
      ...(chance(15) ? [[name(), absence(depth)] as const] : []),
    ]);
  }

  function absence(depth: number): unknown {
    if (chance(30)) return pick(LEAVES);
    const more = [{}, {}, {}, { [pick(OPERATORS)]: null }, siblings(undefined, depth)];
    return { $exist: chance(20), ...pick(more) };
  }

  return () => {
    const data = chance(3) ? undefined : chance(85) ? object(3) : payload(3);
    findable = [];
    collectPaths("$", data);
    const matched = schema(data, 3);
    return { data, schema: matched === undefined ? {} : matched };
  };
}
