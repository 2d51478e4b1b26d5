/** A shape as TypeScript: one interface for each kind of object, the outermost first. */
import type { Field, Shape } from "./shape.ts";
import { createDeclarations, typeNameOf } from "./type-names.ts";

const ROOT = "Body";
const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

export function typescriptTypes(root: Shape): string {
  const declarations = createDeclarations(ROOT);

  const typeOf = (shape: Shape, wanted: string, around: string): string => {
    const types: string[] = [];
    if (shape.hasString) types.push("string");
    if (shape.number) types.push("number");
    if (shape.hasBoolean) types.push("boolean");
    if (shape.objects > 0) types.push(objectType(shape, wanted, around));
    if (shape.items) types.push(arrayOf(typeOf(shape.items, typeNameOf(wanted, true), around)));
    if (shape.hasNull) types.push("null");
    return types.length === 0 ? "unknown" : types.join(" | ");
  };
  const objectType = (shape: Shape, wanted: string, around: string): string => {
    if (shape.fields.size === 0) return "Record<string, unknown>";
    return declarations.declare(wanted, around, (name) =>
      [...shape.fields].map(([key, field]) => `  ${fieldLine(shape, key, field, name)}\n`).join(""),
    );
  };
  const fieldLine = (shape: Shape, key: string, field: Field, around: string): string => {
    const optional = field.count < shape.objects ? "?" : "";
    return `${PLAIN_KEY.test(key) ? key : JSON.stringify(key)}${optional}: ${typeOf(field.shape, typeNameOf(key, false), around)};`;
  };

  const rootType = typeOf(root, ROOT, ROOT);
  const interfaces = declarations.all().map(({ name, body }) => `export interface ${name} {\n${body}}\n`);
  if (rootType !== ROOT) interfaces.unshift(`export type ${ROOT} = ${rootType};\n`);
  return interfaces.join("\n");
}

function arrayOf(type: string): string {
  return type.includes(" | ") ? `(${type})[]` : `${type}[]`;
}
