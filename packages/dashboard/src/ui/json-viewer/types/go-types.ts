/**
 * A shape as Go: one struct for each kind of object, aligned as gofmt does it.
 *
 * What may be null or missing is a pointer; a slice needs none. Values of several types are `any`.
 */
import type { NumberRange, Shape } from "./shape.ts";
import { createDeclarations, pascalCase, typeNameOf } from "./type-names.ts";

const ROOT = "Body";
/** Words that Go writes in capitals. */
const INITIALISMS = new Set(
  "api cpu css dns html http https id ip json sql ssh tls ttl uid uri url utf8 uuid xml".split(" "),
);
/** Other characters make encoding/json ignore the name in a tag. */
const TAG_NAME = /^[\p{L}\p{N}!#$%&()*+\-./:;<=>?@[\]^_{|}~ ]+$/u;

export function goTypes(root: Shape): string {
  const declarations = createDeclarations(ROOT);

  const typeOf = (shape: Shape, wanted: string, around: string, isOptional: boolean): string => {
    const types: string[] = [];
    if (shape.hasString) types.push("string");
    if (shape.number) types.push(numberType(shape.number));
    if (shape.hasBoolean) types.push("bool");
    if (shape.objects > 0) types.push(objectType(shape, wanted, around));
    if (shape.items) types.push(`[]${typeOf(shape.items, typeNameOf(wanted, true), around, false)}`);
    const [only] = types;
    if (only === undefined || types.length > 1) return "any";
    const canBeNil = /^(?:\[\]|map\[|any$)/.test(only);
    return (shape.hasNull || isOptional) && !canBeNil ? `*${only}` : only;
  };
  const objectType = (shape: Shape, wanted: string, around: string): string => {
    if (shape.fields.size === 0) return "map[string]any";
    return declarations.declare(wanted, around, (name) => structBody(shape, name));
  };
  const structBody = (shape: Shape, name: string): string => {
    const used = new Set<string>();
    const lines = [...shape.fields].map(([key, field]) => {
      const isOptional = field.count < shape.objects;
      const type = typeOf(field.shape, typeNameOf(key, false), name, isOptional);
      const tag = tagOf(key, isOptional);
      return { name: tag === null ? "" : fieldName(key, used), type, key, tag };
    });
    const nameWidth = longest(lines.map((line) => line.name));
    const typeWidth = longest(lines.map(({ type }) => type));
    return lines
      .map(({ name: own, type, key, tag }) =>
        tag === null
          ? `\t// ${JSON.stringify(key)} cannot be named in a tag; its type is ${type}\n`
          : `\t${own.padEnd(nameWidth)} ${type.padEnd(typeWidth)} ${tag}\n`,
      )
      .join("");
  };

  const rootType = typeOf(root, ROOT, ROOT, false);
  const structs = declarations.all().map(({ name, body }) => `type ${name} struct {\n${body}}\n`);
  if (rootType !== ROOT) structs.unshift(`type ${ROOT} ${rootType}\n`);
  return structs.join("\n");
}

/** A body may have more fields than a call may have arguments. */
function longest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

function numberType({ isFraction, isNegative, needs64, needsMore }: NumberRange): string {
  if (isFraction) return "float64";
  if (needsMore || (needs64 && isNegative)) return "json.Number";
  return needs64 ? "uint64" : "int64";
}

/** Exported, so it begins with a capital letter; unique in its struct. */
function fieldName(key: string, used: Set<string>): string {
  const words = key.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").split(/[^\p{L}\p{N}]+/u);
  const joined = words
    .map((word) => (INITIALISMS.has(word.toLowerCase()) ? word.toUpperCase() : pascalCase(word)))
    .join("");
  const wanted = joined === "" ? "Field" : /^[0-9]/.test(joined) ? `N${joined}` : joined;
  let name = wanted;
  for (let number = 2; used.has(name); number += 1) name = `${wanted}${number}`;
  used.add(name);
  return name;
}

/** Null for a key that no tag can hold. */
function tagOf(key: string, isOptional: boolean): string | null {
  if (!TAG_NAME.test(key)) return null;
  const name = key === "-" && !isOptional ? "-," : key; // a lone "-" means: leave this field out
  return `\`json:"${name}${isOptional ? ",omitempty" : ""}"\``;
}
