/** What happens to the connections of a source or destination that is disabled or deleted? One sentence, or none. */

/** `count` is undefined until it is known. */
export function cascadeWords(count: number | undefined, what: "disabled" | "deleted"): string {
  if (count === 0) return "";
  if (count === undefined) return ` All its connections are ${what} too.`;
  return count === 1 ? ` Its connection is ${what} too.` : ` Its ${count} connections are ${what} too.`;
}
