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

/** How many characters a pattern fixes. The more it fixes, the more specific it is. `*` fixes none. */
export function fixedCharacters(pattern: string): number {
  return partsOf(pattern).join("").replaceAll(/[*!]/g, "").length;
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
