/**
 * What did the address ask for when the dashboard was opened?
 *
 * The router drops what a page does not know, and puts the rest in its place. Only an address from outside can have such
 * words: the compiler checks our own links. So `main.tsx` keeps the first one, and the shell compares it with what is left.
 */
let asked: string | undefined;

/** The search of the location. */
export function keepAsked(search: string): void {
  asked = search;
}

/** Only for the first page after the start: an address is compared once. */
export function takeAsked(): string | undefined {
  const taken = asked;
  asked = undefined;
  return taken;
}
