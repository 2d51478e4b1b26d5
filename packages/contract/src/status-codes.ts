/**
 * Does a retry rule want this response retried?
 *
 * The entries are read in order and the last one that matches decides: `["500-599", "!503"]` retries every
 * server error but 503. A list of exclusions alone means "all but these". Successes are never retried.
 *
 * The server decides with it, and the dashboard explains with it what a rule means while a person types it.
 */

/** `404`, `!401`, `>=500`, `500-599`. */
export const STATUS_CODE_EXPRESSION =
  /^(?:([2-5]\d{2})-([2-5]\d{2})|([><=]{1,2})([2-5]\d{2})|(!?)([2-5]\d{2}))$/;

type Verdict = boolean | null;

function verdict(entry: string, status: number): Verdict {
  const match = STATUS_CODE_EXPRESSION.exec(entry);
  if (!match) return null;
  const [, from, to, comparison, bound, not, code] = match;
  if (from !== undefined && to !== undefined)
    return status >= Number(from) && status <= Number(to) ? true : null;
  if (comparison !== undefined) return compares(status, comparison, Number(bound)) ? true : null;
  return status === Number(code) ? not !== "!" : null;
}

function compares(status: number, comparison: string, bound: number): boolean {
  switch (comparison) {
    case ">":
      return status > bound;
    case "<":
      return status < bound;
    case ">=":
    case "=>":
      return status >= bound;
    case "<=":
    case "=<":
      return status <= bound;
    default:
      return status === bound;
  }
}

/** `expressions` null means every response that is not a success. */
export function wantsRetry(expressions: readonly string[] | null, status: number): boolean {
  if (status >= 200 && status < 300) return false;
  if (expressions === null) return true;
  let decided: boolean = expressions.every((entry) => entry.startsWith("!"));
  for (const entry of expressions) decided = verdict(entry, status) ?? decided;
  return decided;
}
