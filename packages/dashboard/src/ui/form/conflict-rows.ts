/**
 * How is a change by somebody else shown? One row per field, with the field's label and both values as text. Pure.
 */
import type { ConflictingField, FieldDisplay } from "./form-status.ts";

export interface ConflictRow {
  path: string;
  label: string;
  mine: string;
  theirs: string;
}

const LONGEST_TEXT = 120;
const NOT_CHANGED = "not changed by you";

export function conflictRows(
  fields: readonly ConflictingField[],
  displays: ReadonlyMap<string, FieldDisplay>,
): ConflictRow[] {
  return fields.map(({ path, mine, theirs, isMineChanged }) => {
    const display = displays.get(path) ?? nearestDisplay(path, displays);
    // The text of a field is for its own value, not for a part of it.
    const textOf = displays.get(path)?.textOf ?? valueText;
    return {
      path,
      label: display?.label ?? pathLabel(path),
      mine: isMineChanged ? shortened(textOf(mine)) : NOT_CHANGED,
      theirs: shortened(textOf(theirs)),
    };
  });
}

/** The field whose value contains this one. */
function nearestDisplay(path: string, displays: ReadonlyMap<string, FieldDisplay>): FieldDisplay | undefined {
  const owner = [...displays.keys()].find((name) => path.startsWith(`${name}.`));
  return owner === undefined ? undefined : displays.get(owner);
}

/** `config.rate_limit` → `Rate limit`. */
function pathLabel(path: string): string {
  const words = (path.split(".").at(-1) ?? path).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.length === 0 ? "none" : value.join(", ");
  return JSON.stringify(value);
}

function shortened(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
