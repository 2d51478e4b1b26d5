/**
 * How does a person edit the variables of a transformation? As rows of name and value.
 *
 * The rows are what is on screen, half-typed names included; `envOf` is what is saved. There is always at least one
 * row, so that there is a place to type, and a row that is alone cannot be deleted.
 */
import {
  TRANSFORMATION_ENV_MAX_VARIABLES,
  TRANSFORMATION_ENV_NAME_MAX_CHARACTERS,
  TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS,
} from "@posthorn/contract/limits";
import { isVariableName } from "@posthorn/contract/transformations";

export interface VariableRow {
  name: string;
  value: string;
}

const EMPTY: VariableRow = { name: "", value: "" };

export function rowsOf(env: Record<string, string> | null): VariableRow[] {
  const rows = Object.entries(env ?? {}).map(([name, value]) => ({ name, value }));
  return rows.length > 0 ? rows : [EMPTY];
}

const isEmpty = ({ name, value }: VariableRow) => name === "" && value === "";

/** Rows without name and value are left out. */
export function envOf(rows: readonly VariableRow[]): Record<string, string> {
  return Object.fromEntries(rows.filter((row) => !isEmpty(row)).map(({ name, value }) => [name, value]));
}

/** What is wrong with each row; undefined if nothing is. */
export function rowProblems(rows: readonly VariableRow[]): (string | undefined)[] {
  return rows.map((row, at) => {
    if (isEmpty(row)) return undefined;
    const { name, value } = row;
    if (name === "") return "Required";
    if (name.length > TRANSFORMATION_ENV_NAME_MAX_CHARACTERS)
      return `At most ${TRANSFORMATION_ENV_NAME_MAX_CHARACTERS} characters`;
    if (!isVariableName(name)) return "Use letters, digits and underscores, and no digit first";
    if (rows.slice(0, at).some((earlier) => earlier.name === name)) return "Name is already used.";
    if (value.length > TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS)
      return `The value may have at most ${TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS.toLocaleString("en")} characters`;
    return undefined;
  });
}

export const canAddRow = (rows: readonly VariableRow[]) => rows.length < TRANSFORMATION_ENV_MAX_VARIABLES;
export const canDeleteRow = (rows: readonly VariableRow[]) => rows.length > 1;

export function withRow(rows: readonly VariableRow[]): VariableRow[] {
  return canAddRow(rows) ? [...rows, EMPTY] : [...rows];
}

export function withoutRow(rows: readonly VariableRow[], index: number): VariableRow[] {
  return canDeleteRow(rows) ? rows.filter((_row, at) => at !== index) : [...rows];
}

export function withChange(
  rows: readonly VariableRow[],
  index: number,
  change: Partial<VariableRow>,
): VariableRow[] {
  return rows.map((row, at) => (at === index ? { ...row, ...change } : row));
}
