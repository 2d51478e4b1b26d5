/**
 * What are the parts of a transformation's code? The editor's own parser reads it, and this finds in its tree what
 * checks and completion ask for: the handler and its parameters, the declared names, the paths such as
 * `request.body.id`.
 *
 * The parser accepts broken code and goes on, so every part may be missing.
 */
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { HANDLER_NAME } from "@posthorn/contract/transformation-api";

type Tree = ReturnType<typeof javascriptLanguage.parser.parse>;
export type CodeNode = Tree["topNode"];

export interface CodeTree {
  text: string;
  top: CodeNode;
}

/** The names and positions along a chain of properties: `a.b[0]` is `["a", "b", 0]`. */
export type Path = readonly (string | number)[];

export const FUNCTIONS = new Set(["ArrowFunction", "FunctionExpression", "FunctionDeclaration"]);

const NO_PART = new Set("( ) [ ] { } , ; : . ?. LineComment BlockComment".split(" "));

export function parseCode(text: string): CodeTree {
  return { text, top: javascriptLanguage.parser.parse(text).topNode };
}

export function textOf({ text }: CodeTree, { from, to }: CodeNode): string {
  return text.slice(from, to);
}

/** Visits all nodes below `top`, outer ones first. The visitor returns false to skip what is inside a node. */
export function visit(top: CodeNode, enter: (node: CodeNode) => boolean | void): void {
  // The cursor keeps its own stack, so that deeply nested code cannot exhaust ours.
  top
    .cursor()
    .iterate(({ node }) => (node.from === top.from && node.name === top.name ? undefined : enter(node)));
}

/** The children that mean something: no brackets, commas or comments. */
export function parts(node: CodeNode): CodeNode[] {
  const found: CodeNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!NO_PART.has(child.name)) found.push(child);
  return found;
}

/** The text inside the quotes. */
function stringIn(code: CodeTree, node: CodeNode | undefined): string | undefined {
  return node?.name === "String" ? textOf(code, node).slice(1, -1) : undefined;
}

/** The property that a `MemberExpression` reads: the node and its name. Undefined if it is computed. */
export function propertyOf(
  code: CodeTree,
  member: CodeNode,
): { node: CodeNode; name: string | number } | undefined {
  const [, node] = parts(member);
  if (node?.name === "PropertyName") return { node, name: textOf(code, node) };
  if (node?.name === "Number") return { node, name: Number(textOf(code, node)) };
  const name = stringIn(code, node);
  return node && name !== undefined ? { node, name } : undefined;
}

/** Undefined if the expression is not a plain chain of properties. `a.b ?? {}` has the path of `a.b`. */
export function pathOf(code: CodeTree, node: CodeNode | null | undefined): Path | undefined {
  if (!node) return undefined;
  const first = parts(node)[0];
  switch (node.name) {
    case "VariableName":
      return [textOf(code, node)];
    case "ParenthesizedExpression":
      return pathOf(code, first);
    case "BinaryExpression":
      return parts(node)[1]?.name === "LogicOp" ? pathOf(code, first) : undefined;
    case "MemberExpression": {
      const object = pathOf(code, first);
      const property = propertyOf(code, node);
      return object && property && [...object, property.name];
    }
    default:
      return undefined;
  }
}

/** The first node of each parameter: a `VariableDefinition` or a pattern. */
export function parametersOf(fn: CodeNode): CodeNode[] {
  const found: CodeNode[] = [];
  let isNext = true;
  for (let child = fn.getChild("ParamList")?.firstChild ?? null; child; child = child.nextSibling) {
    if (child.name === ",") isNext = true;
    else if (isNext && !NO_PART.has(child.name)) {
      found.push(child);
      isNext = false;
    }
  }
  return found;
}

/** The names that the code declares anywhere, and how often. */
export function declaredNames(code: CodeTree): Map<string, number> {
  const counts = new Map<string, number>();
  visit(code.top, (node) => {
    if (node.name !== "VariableDefinition") return;
    const name = textOf(code, node);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}

export interface HandlerCall {
  call: CodeNode;
  /** The first argument, if it is a string. */
  name: string | undefined;
  /** The second argument if it is a function, or the function that it names. */
  handler: CodeNode | undefined;
}

/** `exports.handler = …` counts as the first call: every handler that is added comes before it. */
export function handlerCalls(code: CodeTree): HandlerCall[] {
  const calls: HandlerCall[] = [];
  visit(code.top, (node) => {
    if (node.name === "AssignmentExpression") {
      const [target] = parts(node);
      if (target && textOf(code, target) === "exports.handler")
        calls.unshift({ call: node, name: HANDLER_NAME, handler: functionOf(code, parts(node).at(-1)) });
    }
    if (node.name !== "CallExpression") return;
    const [callee, args] = parts(node);
    if (callee?.name !== "VariableName" || textOf(code, callee) !== "addHandler" || !args) return;
    const [name, handler] = parts(args);
    calls.push({ call: node, name: stringIn(code, name), handler: functionOf(code, handler) });
  });
  return calls;
}

/** The sandbox keeps the handler that was added last. */
export function handlerOf(code: CodeTree): CodeNode | undefined {
  return handlerCalls(code).findLast(({ name }) => name === HANDLER_NAME)?.handler;
}

function functionOf(code: CodeTree, node: CodeNode | undefined): CodeNode | undefined {
  if (!node || FUNCTIONS.has(node.name)) return node;
  if (node.name !== "VariableName") return undefined;
  const name = textOf(code, node);
  let found: CodeNode | undefined;
  visit(code.top, (other) => {
    if (other.name !== "VariableDefinition" || textOf(code, other) !== name) return;
    const { parent } = other;
    if (parent?.name === "FunctionDeclaration") found = parent;
    if (parent?.name !== "VariableDeclaration") return;
    const value = valueOf(other);
    if (value && FUNCTIONS.has(value.name)) found = value;
  });
  return found;
}

/** The expression after the equals sign that follows a declared name or pattern. */
export function valueOf(defined: CodeNode): CodeNode | undefined {
  const equals = defined.nextSibling;
  return equals?.name === "Equals" ? (equals.nextSibling ?? undefined) : undefined;
}
