/**
 * How does a large value become one that a model can read?
 *
 * Pure. Long texts, long lists and deep objects are cut where they are, and say so, until the whole is short enough. The
 * marks of cuts are checked by the tools that write: nobody may save a value that was cut.
 */

/** About 6,000 tokens: many clients show no more of one result. */
export const RESULT_MAX_CHARACTERS = 20_000;

/** The beginning of what stands in the place of something that was left out. */
export const CUT = "[cut:";

interface Bounds {
  characters: number;
  items: number;
  depth: number;
}

/** From generous to narrow. The first with which the whole fits is used. */
const STEPS: readonly Bounds[] = [
  { characters: 8000, items: 200, depth: 16 },
  { characters: 1000, items: 60, depth: 10 },
  { characters: 200, items: 30, depth: 8 },
  { characters: 80, items: 10, depth: 6 },
];

export interface Bounded {
  json: string;
  /** How many texts, lists and objects were cut. */
  cuts: number;
}

export function boundedJson(value: unknown, mostCharacters: number = RESULT_MAX_CHARACTERS): Bounded {
  for (const bounds of STEPS) {
    const count = { cuts: 0 };
    const json = JSON.stringify(within(value, bounds, 0, count), null, 1) ?? "null";
    if (json.length <= mostCharacters) return { json, ...count };
  }
  const [, , , narrowest] = STEPS;
  const count = { cuts: 1 };
  const json = JSON.stringify(narrowest ? within(value, narrowest, 0, count) : null, null, 1) ?? "null";
  return { json: `${wholeCharacters(json, mostCharacters)}\n${CUT} the rest]`, ...count };
}

function within(value: unknown, bounds: Bounds, depth: number, count: { cuts: number }): unknown {
  if (typeof value === "string") {
    if (value.length <= bounds.characters) return value;
    count.cuts += 1;
    return `${wholeCharacters(value, bounds.characters)} ${CUT} ${value.length} characters in all]`;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= bounds.depth) {
    count.cuts += 1;
    return `${CUT} deeper values]`;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, bounds.items).map((item) => within(item, bounds, depth + 1, count));
    if (shown.length === value.length) return shown;
    count.cuts += 1;
    return [...shown, `${CUT} ${value.length - shown.length} more]`];
  }
  const members = Object.entries(value);
  const shown = members
    .slice(0, bounds.items)
    .map(([name, member]) => [
      wholeCharacters(name, bounds.characters),
      within(member, bounds, depth + 1, count),
    ]);
  if (shown.length < members.length) {
    count.cuts += 1;
    shown.push([CUT, `${members.length - shown.length} more]`]);
  }
  return Object.fromEntries(shown);
}

/** The first characters of a text, without half of a surrogate pair at the end. */
export function wholeCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, isSplit ? most - 1 : most);
}
