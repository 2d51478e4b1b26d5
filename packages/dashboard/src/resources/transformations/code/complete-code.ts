/**
 * What may a person want to type here? Names that the sandbox has, variables, and the fields of the chosen input.
 *
 * It follows plain assignments (`const order = request.body`), patterns and the callbacks of array methods, so that
 * `order.` and `item.` know the input's fields too. Where it does not know, it offers nothing.
 */
import {
  ADDED_GLOBALS,
  HANDLER_PARAMETERS,
  LANGUAGE_GLOBALS,
  type ApiField,
} from "@posthorn/contract/transformation-api";
import type { Suggestion, Suggestions } from "../../../ui/code-editor/editor-types.ts";
import {
  declaredNames,
  handlerCalls,
  handlerOf,
  parametersOf,
  parseCode,
  parts,
  pathOf,
  textOf,
  valueOf,
  visit,
  type CodeNode,
  type CodeTree,
  type Path,
} from "./code-tree.ts";

export interface KnownToCompletion {
  /** The chosen input, parsed: `{ headers, body, path, query }`. */
  input: unknown;
  /** The names of the variables. */
  variables: readonly string[];
}

const NAME = String.raw`[A-Za-z_$][\w$]*`;
const CHAIN = String.raw`${NAME}(?:\s*\??\.\s*${NAME}|\[(?:\d+|"[^"\n]*"|'[^'\n]*')\])*`;
const AFTER_DOT = new RegExp(String.raw`(${CHAIN})\s*(\?\.|\.)\s*([\w$]*)$`);
const IN_BRACKET = new RegExp(String.raw`(${CHAIN})\s*(?:\?\.)?\[\s*(["'])([^"'\n]*)$`);
const WORD = new RegExp(`${NAME}$`);
const IS_NAME = new RegExp(`^${NAME}$`);

/** Parsing longer code at each key would make typing slow. */
const COMPLETED_MAX_CHARACTERS = 200_000;
/** A long chain on one line; what is before it does not matter. */
const LOOKS_BACK_CHARACTERS = 500;
const KEYWORDS = "const let return if else for of while throw new typeof true false null function".split(" ");
const EACH_ELEMENT = /^(?:map|filter|forEach|find|findLast|findIndex|some|every|flatMap)$/;
const HANDLER_SNIPPET = 'addHandler("transform", (request, context) => {\n  ${}return request;\n});';

export function completeCode(
  text: string,
  at: number,
  known: KnownToCompletion,
  isExplicit: boolean,
): Suggestions | null {
  if (text.length > COMPLETED_MAX_CHARACTERS) return null;
  const before = text.slice(Math.max(0, at - LOOKS_BACK_CHARACTERS), at);
  const code = parseCode(text);
  const inside = code.top.resolve(at, -1).name;
  if (inside === "LineComment" || inside === "BlockComment") return null;
  const bracket = IN_BRACKET.exec(before);
  if (bracket) {
    const [, chain = "", , typed = ""] = bracket;
    const options = fieldsAt(code, pathIn(chain), known);
    return options.length > 0 ? { from: at - typed.length, options } : null;
  }
  if (inside === "String" || inside === "TemplateString" || inside === "RegExp") return null;
  const dotted = AFTER_DOT.exec(before);
  if (dotted) {
    const [, chain = "", dot = ".", typed = ""] = dotted;
    const options = fieldsAt(code, pathIn(chain), known).map((option) => afterDot(option, dot));
    return options.length > 0 ? { from: at - typed.length, options } : null;
  }
  if (/\.\s*[\w$]*$/.test(before) || inside === "VariableDefinition") return null;
  const typed = WORD.exec(before)?.[0] ?? "";
  if (typed === "" && !isExplicit) return null;
  return { from: at - typed.length, options: words(code, at - typed.length) };
}

/** A name such as `content-type` cannot follow a dot. */
function afterDot(option: Suggestion, dot: string): Suggestion {
  if (IS_NAME.test(option.label)) return option;
  const template = `${dot === "?." ? "?." : ""}[${JSON.stringify(option.label)}]`;
  return { ...option, template, replacesBefore: dot.length };
}

function pathIn(chain: string): Path {
  const found: (string | number)[] = [];
  for (const [, name, index, quoted] of chain.matchAll(
    /([A-Za-z_$][\w$]*)|\[(\d+)\]|\["?'?([^"'\]]*)["']\]/g,
  ))
    found.push(index === undefined ? (name ?? quoted ?? "") : Number(index));
  return found;
}

function ofKind(kind: NonNullable<Suggestion["kind"]>, labels: Iterable<string>): Suggestion[] {
  return Array.from(labels, (label) => ({ label, kind }));
}

function words(code: CodeTree, from: number): Suggestion[] {
  const hasHandler = handlerCalls(code).some(({ call }) => call.from !== from);
  return [
    ...ofKind("variable", declaredNames(code).keys()),
    ...Object.entries(ADDED_GLOBALS).map(([label, field]) => {
      const option = described(label, field);
      return label === "addHandler" && !hasHandler
        ? Object.assign(option, { template: HANDLER_SNIPPET })
        : option;
    }),
    ...ofKind("constant", LANGUAGE_GLOBALS),
    ...ofKind("keyword", KEYWORDS),
  ];
}

function described(label: string, { type, about }: ApiField): Suggestion {
  return {
    label,
    kind: type.startsWith("(") ? "function" : "property",
    ...(type !== "" && { detail: type }),
    ...(about !== "" && { info: about }),
  };
}

/** What a name in the code stands for: `order` for `["request", "body"]`. */
function standsFor(code: CodeTree): Map<string, Path> {
  const found = new Map<string, Path>();
  const define = (node: CodeNode | undefined, path: Path | undefined): void => {
    if (!node || !path) return;
    if (node.name === "VariableDefinition") found.set(textOf(code, node), path);
    for (const part of node.name === "ObjectPattern" ? node.getChildren("PatternProperty") : []) {
      const [name, renamed] = parts(part);
      if (!name || part.firstChild?.name !== name.name) continue; // the rest of the pattern: `...others`
      const isRenamed = renamed?.name === "VariableDefinition" || renamed?.name === "ObjectPattern";
      define(isRenamed ? renamed : name, [...path, textOf(code, name)]);
    }
  };
  visit(code.top, (node) => {
    if (node.name === "VariableDeclaration")
      for (const defined of parts(node)) define(defined, pathOf(code, valueOf(defined)));
    if (node.name === "ForOfSpec") {
      const [, defined, , value] = parts(node);
      const list = pathOf(code, value);
      define(defined, list && [...list, 0]);
    }
    if (node.name === "CallExpression") {
      const [callee, args] = parts(node);
      const path = pathOf(code, callee);
      const callback = args && parts(args)[0];
      if (path && callback && EACH_ELEMENT.test(String(path.at(-1))))
        define(parametersOf(callback)[0], [...path.slice(0, -1), 0]);
    }
  });
  const handler = handlerOf(code);
  const parameters = handler && parametersOf(handler);
  for (const [at, { name }] of HANDLER_PARAMETERS.entries()) {
    // Before a handler is added, a parameter of the usual name is probably its own.
    if (parameters === undefined) found.set(name, [parameterRoot(name)]);
    else define(parameters[at], [parameterRoot(name)]);
  }
  return found;
}

/** No name in the code can be this. */
const parameterRoot = (name: string) => `the ${name}`;

/** The path from a parameter of the handler, or from a name that stands for nothing else. */
function fullPath(path: Path, names: Map<string, Path>, depth = 0): Path {
  const [root, ...rest] = path;
  const meant = names.get(String(root));
  if (!meant || depth > 10) return path;
  return fullPath([...meant, ...rest], names, depth + 1);
}

function fieldsAt(code: CodeTree, path: Path, known: KnownToCompletion): Suggestion[] {
  const [root, ...rest] = fullPath(path, standsFor(code));
  const parameter = HANDLER_PARAMETERS.find(({ name }) => parameterRoot(name) === root);
  let field: ApiField | undefined =
    parameter?.field ?? Object.entries(ADDED_GLOBALS).find(([name]) => name === root)?.[1];
  let value: unknown = root === parameterRoot("request") ? withParsedQuery(known.input) : undefined;
  if (root === "process" && rest[0] === "env")
    value = Object.fromEntries(known.variables.map((name) => [name, ""]));
  for (const [depth, key] of rest.entries()) {
    field = field?.fields?.[key];
    const isOfVariables = root === "process" && depth === 0;
    if (!isOfVariables) value = isHolder(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  const options = new Map<string, Suggestion>();
  for (const [label, inner] of Object.entries(field?.fields ?? {}))
    options.set(label, described(label, inner));
  if (isHolder(value) && !Array.isArray(value))
    for (const [label, inner] of Object.entries(value)) {
      const detail = root === "process" ? "variable" : preview(inner);
      options.set(label, { label, kind: "property", ...options.get(label), detail });
    }
  return [...options.values()];
}

/** An object or a list; a list's keys are its positions. */
function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}

function withParsedQuery(input: unknown): unknown {
  if (!isHolder(input) || typeof input["query"] !== "string") return input;
  return { ...input, parsed_query: Object.fromEntries(new URLSearchParams(input["query"])) };
}

const PREVIEW_MAX_CHARACTERS = 24;

function preview(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.length} ${value.length === 1 ? "item" : "items"} ]`;
  if (isHolder(value)) {
    const count = Object.keys(value).length;
    return `{ ${count} ${count === 1 ? "key" : "keys"} }`;
  }
  const text = JSON.stringify(value) ?? "";
  return text.length > PREVIEW_MAX_CHARACTERS ? `${text.slice(0, PREVIEW_MAX_CHARACTERS)}…` : text;
}
