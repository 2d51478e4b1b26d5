/** A JSON body as types of each language. Null if the text is not JSON that the viewer can read. */
import { flattenJson } from "../flatten.ts";
import { goTypes } from "./go-types.ts";
import { shapeOf } from "./shape.ts";
import { typescriptTypes } from "./typescript-types.ts";

export interface TypeTexts {
  typescript: string;
  go: string;
}

export function typeTexts(text: string): TypeTexts | null {
  const flattened = flattenJson(text);
  if (!flattened.ok) return null;
  const shape = shapeOf(flattened.json);
  return { typescript: typescriptTypes(shape).trimEnd(), go: goTypes(shape).trimEnd() };
}
