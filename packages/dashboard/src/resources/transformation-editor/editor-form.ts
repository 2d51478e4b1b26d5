/**
 * What does the editor change, and what is saved? Name, code and variables.
 *
 * A new transformation starts with code that returns each request unchanged. The name may be empty while a person
 * edits: saving asks for it first.
 */
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import type { Transformation } from "@posthorn/contract/transformations";
import * as z from "zod/mini";
import { envOf, rowProblems, rowsOf } from "../transformations/variable-rows.ts";

export const EditorSchema = z.object({
  name: z.string().check(z.maxLength(NAME_MAX_CHARACTERS)),
  code: z.string(),
  variables: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .check(
      z.refine((rows) => rowProblems(rows).every((problem) => problem === undefined), "Fix the variables"),
    ),
});
export type EditorValues = z.output<typeof EditorSchema>;

const STARTING_CODE = `addHandler("transform", (request, context) => {
  return request;
});
`;

export function valuesOf(stored: Transformation | null): EditorValues {
  return {
    name: stored?.name ?? "",
    code: stored?.code ?? STARTING_CODE,
    variables: rowsOf(stored?.env ?? null),
  };
}

export function bodyOf({ name, code, variables }: EditorValues) {
  return { name, code, env: envOf(variables) };
}
