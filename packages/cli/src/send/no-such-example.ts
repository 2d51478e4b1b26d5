/** What does a person read who names an example that is not there? Pure. */
import { closestName } from "../arguments/closest-name.ts";
import { type Failure, misuse } from "../failure.ts";
import { printable } from "../output/printable.ts";

/** `who` has only the examples of `names`. */
export function noSuchExample(who: string, example: string, names: readonly string[]): Failure {
  const close = closestName(example, names);
  return misuse(
    `${who} has no example "${printable(example)}".`,
    `${close === null ? "" : `Did you mean ${printable(close)}? `}It has: ${names.map(printable).join(", ")}.`,
  );
}
