/**
 * What is wrong with this code, as far as one can see without running it?
 *
 * The description of what the sandbox offers (`contract/transformation-api`) and the editor's parser decide. It is no
 * type checker: it reports only what is surely wrong, because a wrong alarm costs more than a missed one. The trial
 * run finds the rest, and its error has a position too.
 */
import {
  ADDED_GLOBALS,
  GLOBALS_OF_ELSEWHERE,
  HANDLER_NAME,
  HANDLER_PARAMETERS,
  LANGUAGE_GLOBALS,
  NOTHING_FROM_ELSEWHERE,
  type ApiField,
} from "@posthorn/contract/transformation-api";
import type { Problem } from "../../../ui/code-editor/editor-types.ts";
import {
  declaredNames,
  FUNCTIONS,
  handlerCalls,
  handlerOf,
  parametersOf,
  parseCode,
  parts,
  propertyOf,
  textOf,
  valueOf,
  visit,
  type CodeNode,
  type CodeTree,
} from "./code-tree.ts";

/** Longer code is not checked: parsing it on each pause would make typing slow. */
const CHECKED_MAX_CHARACTERS = 200_000;
/** One mistake makes the parser stumble often; the first places are the useful ones. */
const SYNTAX_MAX_PROBLEMS = 5;

/** `variables` are the names that `process.env` has. */
export function checkCode(text: string, variables: readonly string[]): Problem[] {
  if (text.trim() === "" || text.length > CHECKED_MAX_CHARACTERS) return [];
  const code = parseCode(text);
  const broken = syntaxProblems(code);
  if (broken.length > 0) return broken;
  return [
    ...moduleProblems(code),
    ...handlerProblems(code),
    ...nameProblems(code),
    ...propertyProblems(code, variables),
  ].toSorted((a, b) => a.from - b.from);
}

function problem(
  { from, to }: Pick<CodeNode, "from" | "to">,
  severity: Problem["severity"],
  message: string,
): Problem {
  return { from, to, severity, message };
}

function syntaxProblems(code: CodeTree): Problem[] {
  const found: Problem[] = [];
  visit(code.top, (node) => {
    if (!node.type.isError) return;
    const [next = ""] = /^\s*(?:[\w$]+|\S)?/.exec(code.text.slice(node.from, node.from + 200)) ?? [];
    const shown = next.trim();
    const to = node.to > node.from ? node.to : node.from + next.length;
    const message =
      shown === "" ? "The code ends too early: something is not closed" : `Unexpected ${shown} here`;
    found.push(problem({ from: node.from, to }, "error", message));
  });
  return found.slice(0, SYNTAX_MAX_PROBLEMS);
}

function moduleProblems(code: CodeTree): Problem[] {
  const found: Problem[] = [];
  visit(code.top, (node) => {
    if (["ImportDeclaration", "ExportDeclaration", "DynamicImport"].includes(node.name))
      found.push(problem(node, "error", `Modules cannot be used. ${NOTHING_FROM_ELSEWHERE}`));
  });
  return found;
}

/** Whether a function gives back a value, in its own body and not in a function inside it. */
function returnsValue(fn: CodeNode): boolean {
  const body = fn.getChild("Block");
  if (!body) return true; // an arrow function with an expression
  if (parts(body).at(-1)?.name === "ThrowStatement") return true; // refuses on purpose
  let isFound = false;
  visit(body, (node) => {
    if (FUNCTIONS.has(node.name) || node.name === "MethodDeclaration" || node.name === "Property")
      return false;
    if (node.name === "ReturnStatement" && parts(node).length > 1) isFound = true;
    return undefined;
  });
  return isFound;
}

function handlerProblems(code: CodeTree): Problem[] {
  const calls = handlerCalls(code);
  const added = calls.findLast(({ name }) => name === HANDLER_NAME);
  const other = calls.find(({ name }) => name !== undefined && name !== HANDLER_NAME);
  const found: Problem[] = [];
  if (other)
    found.push(
      problem(other.call, "warning", `Only the handler "${HANDLER_NAME}" is used; this one is ignored`),
    );
  if (calls.length === 0) {
    const firstLine = { from: 0, to: Math.max(1, code.text.search(/\n|$/)) };
    const message = `The code adds no handler. Call addHandler("${HANDLER_NAME}", (request, context) => request)`;
    found.push(problem(firstLine, "warning", message));
  }
  const handler = added?.handler;
  if (!handler) return found;
  if (handler.getChild("Star"))
    found.push(problem(handler, "error", "A generator cannot be a handler: it must return the request"));
  else if (!returnsValue(handler))
    found.push(problem(handler, "warning", "The handler returns nothing. It must return the request"));
  return found;
}

function nameProblems(code: CodeTree): Problem[] {
  const known = new Set([...LANGUAGE_GLOBALS, ...Object.keys(ADDED_GLOBALS), "arguments"]);
  for (const name of declaredNames(code).keys()) known.add(name);
  visit(code.top, (node) => {
    const [target] = parts(node);
    // Sloppy code may assign to a name that it never declares, and use it then.
    if (node.name === "AssignmentExpression" && target?.name === "VariableName")
      known.add(textOf(code, target));
  });
  const found: Problem[] = [];
  visit(code.top, (node) => {
    const name = textOf(code, node);
    if (!isNameInUse(node) || known.has(name)) return;
    const message = GLOBALS_OF_ELSEWHERE.includes(name)
      ? `${name} is not available. ${NOTHING_FROM_ELSEWHERE}`
      : `${name} is not defined`;
    found.push(problem(node, "warning", message));
  });
  return found;
}

function isNameInUse(node: CodeNode): boolean {
  // `{ name }` uses the variable `name`; `{ name: 1 }` and `{ name() {} }` do not.
  if (node.name === "PropertyDefinition")
    return node.parent?.name === "Property" && parts(node.parent).length === 1;
  if (node.name !== "VariableName") return false;
  return !(node.parent?.name === "UnaryExpression" && node.parent.getChild("typeof"));
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

interface Described {
  label: string;
  field: ApiField;
}

function propertyProblems(code: CodeTree, variables: readonly string[]): Problem[] {
  const declared = declaredNames(code);
  const handler = handlerOf(code);
  const roots = new Map<string, ApiField>();
  const patterns: { pattern: CodeNode; of: Described }[] = [];
  for (const [name, field] of Object.entries(ADDED_GLOBALS)) if (!declared.has(name)) roots.set(name, field);
  for (const [at, parameter] of (handler ? parametersOf(handler) : []).entries()) {
    const described = HANDLER_PARAMETERS[at];
    if (!described) break;
    const name = textOf(code, parameter);
    // A name that the code declares twice may mean another thing where it is used.
    if (parameter.name === "VariableDefinition" && declared.get(name) === 1) roots.set(name, described.field);
    if (parameter.name === "ObjectPattern")
      patterns.push({ pattern: parameter, of: { label: `The ${described.name}`, field: described.field } });
  }

  function describe(node: CodeNode | undefined): Described | undefined {
    if (node?.name === "VariableName") {
      const label = textOf(code, node);
      const field = roots.get(label);
      return field && { label, field };
    }
    if (node?.name !== "MemberExpression") return undefined;
    const object = describe(parts(node)[0]);
    const name = propertyOf(code, node)?.name;
    const field = typeof name === "string" ? object?.field.fields?.[name] : undefined;
    return object && field && { label: `${object.label}.${name}`, field };
  }

  const found: Problem[] = [];
  function check(node: CodeNode, name: string, { label, field }: Described): void {
    if (label === "process.env" && !variables.includes(name) && !INHERITED.has(name)) {
      const message = `There is no variable ${name}. Add it under Variables`;
      found.push(problem(node, "warning", message));
    }
    if (!field.fields || Object.hasOwn(field.fields, name) || INHERITED.has(name)) return;
    const has = new Intl.ListFormat("en").format(Object.keys(field.fields));
    found.push(problem(node, "warning", `${label} has no ${name}. It has ${has}`));
  }
  visit(code.top, (node) => {
    if (node.name === "MemberExpression") {
      const object = describe(parts(node)[0]);
      const property = propertyOf(code, node);
      const isWritten =
        node.parent?.name === "AssignmentExpression" && node.parent.firstChild?.from === node.from;
      const isVariable = object?.label === "process.env";
      if (object && typeof property?.name === "string" && !(isWritten && isVariable))
        check(property.node, property.name, object);
    }
    if (node.name === "ObjectPattern") {
      const of = describe(valueOf(node));
      if (of) patterns.push({ pattern: node, of });
    }
  });
  for (const { pattern, of } of patterns) {
    for (const part of pattern.getChildren("PatternProperty")) {
      const [name] = parts(part);
      if (name?.name === "VariableDefinition" || name?.name === "PropertyName")
        if (part.firstChild?.name === name.name) check(name, textOf(code, name), of);
    }
  }
  return found;
}
