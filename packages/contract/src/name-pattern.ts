/**
 * Does a name fit a pattern?
 *
 * A pattern is one name or several, separated by commas. `*` stands for any characters, also none. A part that begins
 * with `!` takes names away again. Upper and lower case are the same, as people do not remember them.
 */

/** A pattern that only takes away begins with all names: `!test-*` means `*,!test-*`. */
export function fitsPattern(pattern: string, name: string): boolean {
  const parts = partsOf(pattern);
  const wanted = parts.filter((part) => !part.startsWith("!"));
  const unwanted = parts.filter((part) => part.startsWith("!")).map((part) => part.slice(1));
  const isWanted = wanted.length === 0 ? unwanted.length > 0 : wanted.some((part) => fits(part, name));
  return isWanted && !unwanted.some((part) => fits(part, name));
}

/** How narrowly a pattern names a name. Numbers that come first count more. */
export type Narrowness = readonly [fixedCharacters: number, isWholeName: number, excludedCharacters: number];

/**
 * For a name that fits. The part that names it most narrowly counts, not the others: `orders` is narrower than
 * `orders*`, which is narrower than `o*,payments-of-last-year`. Of two alike, the one that takes more away is narrower.
 */
export function narrownessOf(pattern: string, name: string): Narrowness {
  const parts = partsOf(pattern);
  const excluded = parts.filter((part) => part.startsWith("!"));
  const fixed = parts.filter((part) => !part.startsWith("!") && fits(part, name));
  const fixedCharacters = Math.max(0, ...fixed.map(fixedIn));
  const isWholeName = fixed.some((part) => !part.includes("*"));
  return [fixedCharacters, Number(isWholeName), fixedIn(excluded.join(""))];
}

function fixedIn(part: string): number {
  return part.replaceAll(/[*!]/g, "").length;
}

function partsOf(pattern: string): string[] {
  return pattern
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "!");
}

/** Goes through the texts between the asterisks, each found as early as possible: no pattern takes long. */
function fits(part: string, name: string): boolean {
  const [first = "", ...others] = part.toLowerCase().split("*");
  const text = name.toLowerCase();
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const between of others) {
    const found = text.indexOf(between, at);
    if (found < 0) return false;
    at = found + between.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
