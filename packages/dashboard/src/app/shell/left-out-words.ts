/**
 * Which words of an address did its page leave out?
 *
 *     asked  ?status[0]=failed&status[1]=foo&error_code=NONSENSE
 *     kept   ?status[0]=FAILED
 *     →      status “foo” and error_code “NONSENSE”
 *
 * `status=x` and `status[0]=x` mean the same, and so do letter cases and `02` and `2`: what the page has spelled in its
 * own way is not left out. Mail programs and campaigns add `utm_…` to a link; it asks for nothing, so nobody misses it.
 */
export interface Word {
  name: string;
  value: string;
}

/** More at once are no sentence any more. */
const NAMED_AT_MOST = 4;
const VALUE_AT_MOST_CHARACTERS = 60;

const OF_CAMPAIGNS = /^utm_/i;

export function leftOutWords(asked: string, kept: string): Word[] {
  const known = new Set(wordsIn(kept).map(meaningOf));
  const unknown = wordsIn(asked).filter((word) => word.value !== "" && !known.has(meaningOf(word)));
  return [...new Map(unknown.map((word) => [meaningOf(word), word])).values()];
}

/** The sign-in stands for the address that it leads back to. */
function wordsIn(search: string): Word[] {
  const params = new URLSearchParams(search);
  const returnsTo = params.get("redirect");
  if (returnsTo !== null) return wordsIn(returnsTo.replace(/^[^?]*/, ""));
  return [...params]
    .filter(([name]) => !OF_CAMPAIGNS.test(name))
    .map(([name, value]) => ({ name: name.replaceAll(/\[\d*\]/g, ""), value }));
}

function meaningOf({ name, value }: Word): string {
  return `${name}=${/^\d+$/.test(value) ? Number(value) : value.toLowerCase()}`;
}

/** The sentence about at least one word. */
export function leftOutText(words: readonly Word[]): string {
  const named = words.slice(0, NAMED_AT_MOST).map(({ name, value }) => `${name} “${shortened(value)}”`);
  const others = words.length - named.length;
  const list = new Intl.ListFormat("en").format(others > 0 ? [...named, `${others} more`] : named);
  const leftOut = words.length === 1 ? "It was left out." : "They were left out.";
  return `The address asks for ${list}, which this page does not know. ${leftOut}`;
}

function shortened(value: string): string {
  return value.length > VALUE_AT_MOST_CHARACTERS ? `${value.slice(0, VALUE_AT_MOST_CHARACTERS)}…` : value;
}
