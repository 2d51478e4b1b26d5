/**
 * Does a text have every word that a person typed? Letter case and the order of the words do not matter. The arrow of a
 * route (`stripe -> ledger`) is no word.
 */
export function matchesWords(text: string, typed: string): boolean {
  const searched = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+|[-=]?>|→/)
    .every((word) => searched.includes(word));
}
