/**
 * How much of the contract does a browser load? Only what the dashboard uses of it.
 *
 * The contract defines everything for the server: an endpoint has the schemas of its query, body and reply. In the
 * dashboard those are only types, because the server validates, and a form names the schemas that it needs. So this
 * plugin reduces each endpoint to what a call needs, and moves it into a module of its own (`events.ts?plain`), together with
 * constants that are written out: a page that calls an endpoint does not load the schemas beside it. It also wraps each other definition in a call that is
 * marked as pure, because the bundler cannot see that `z.string().check(…)` has no effect, and would keep it unused.
 *
 * The component tests run with it too, so they notice code that reads what is gone.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseSync, type ESTree, type Plugin } from "vite";

/** What `resources/api` reads of an endpoint. */
const NEEDED = new Set(["method", "path", "isForDashboard", "hasDashboardDoor"]);

const PLAIN = "?plain";
const PLAIN_MODULE = /\/packages\/contract\/src\/.+\.ts\?plain$/;

export function leanContract(): Plugin {
  return {
    name: "posthorn-lean-contract",
    resolveId: {
      filter: { id: /^\.\/[\w-]+\.ts\?plain$/ },
      handler: (source, importer) =>
        importer === undefined ? null : { id: join(dirname(importer), source), moduleSideEffects: false },
    },
    load: {
      filter: { id: PLAIN_MODULE },
      async handler(id) {
        const file = id.slice(0, -PLAIN.length);
        this.addWatchFile(file);
        const plain = plainConstants(statementsOf(file, await readFile(file, "utf8")));
        const lines = plain.map(({ name, value }) => `export const ${name} = ${JSON.stringify(value)};`);
        return { code: lines.join("\n"), moduleSideEffects: false };
      },
    },
    transform: {
      filter: { id: /\/packages\/contract\/src\/.+\.ts$/ },
      handler: (code, id) => ({ code: leanModule(id, code), map: null }),
    },
  };
}

type Statement = ESTree.Program["body"][number];

function statementsOf(file: string, code: string): readonly Statement[] {
  return parseSync(file, code).program.body;
}

interface PlainConstant {
  name: string;
  value: unknown;
  statement: Statement;
}

/**
 * All `export const x = defineEndpoint({ … })` whose method and path are written out, reduced to what a call needs, and the
 * texts, numbers and lists beside them.
 */
function plainConstants(statements: readonly Statement[]): PlainConstant[] {
  const all = constants(statements);
  const objects = new Map(
    all.flatMap(({ name, value }) => (value.type === "ObjectExpression" ? [[name, value] as const] : [])),
  );
  const hasSchemas = statements.some(
    (one) => one.type === "ImportDeclaration" && one.source.value === "zod/mini",
  );
  return all.flatMap(({ name, value, statement, isExported }) => {
    if (!isExported || !hasSchemas) return [];
    const definition = definitionOf(value);
    const written = definition ? endpointOf(definition, objects) : literalOf(value);
    return written === undefined ? [] : [{ name, value: written, statement }];
  });
}

function endpointOf(
  definition: ESTree.ObjectExpression,
  objects: ReadonlyMap<string, ESTree.ObjectExpression>,
): Record<string, unknown> | undefined {
  const settings = Object.fromEntries(literalsOf(definition, objects));
  return settings["method"] !== undefined && settings["path"] !== undefined ? settings : undefined;
}

/** A text or a number, and lists and tables of them. */
function literalOf(value: ESTree.Node): unknown {
  if (value.type === "Literal") return typeof value.value === "object" ? undefined : value.value;
  if (value.type === "ArrayExpression") {
    const items = value.elements.map((item) => item && literalOf(item));
    return items.includes(undefined) || items.includes(null) ? undefined : items;
  }
  if (value.type !== "ObjectExpression") return undefined;
  const entries = value.properties.map((property) =>
    property.type === "Property" && property.key.type === "Identifier"
      ? ([property.key.name, literalOf(property.value)] as const)
      : ([undefined, undefined] as const),
  );
  return entries.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(entries);
}

interface Constant {
  name: string;
  value: ESTree.Expression;
  statement: Statement;
  isExported: boolean;
}

/** All top-level constants, one per statement as we write them. */
function constants(statements: readonly Statement[]): Constant[] {
  return statements.flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const declared = isExported ? statement.declaration : statement;
    const [declarator, second] = declared?.type === "VariableDeclaration" ? declared.declarations : [];
    if (!declarator?.init || second || declarator.id.type !== "Identifier") return [];
    return [{ name: declarator.id.name, value: withoutType(declarator.init), statement, isExported }];
  });
}

/** `{ … } as const` is the object. The bundler has removed types already; `load` reads the file as it is. */
function withoutType(value: ESTree.Expression): ESTree.Expression {
  const isTyped = value.type === "TSAsExpression" || value.type === "TSSatisfiesExpression";
  return isTyped ? withoutType(value.expression) : value;
}

/** The settings of `defineEndpoint({ … })`. */
function definitionOf(value: ESTree.Node): ESTree.ObjectExpression | null {
  if (value.type !== "CallExpression" || value.callee.type !== "Identifier") return null;
  const [settings] = value.arguments;
  if (value.callee.name !== "defineEndpoint" || settings?.type !== "ObjectExpression") return null;
  return settings;
}

/** The needed settings that are literals. A spread object of the same module counts with its own. */
function literalsOf(
  settings: ESTree.ObjectExpression,
  objects: ReadonlyMap<string, ESTree.ObjectExpression>,
): [string, unknown][] {
  return settings.properties.flatMap((property): [string, unknown][] => {
    if (property.type === "SpreadElement") {
      const spread =
        property.argument.type === "Identifier" ? objects.get(property.argument.name) : undefined;
      return spread ? literalsOf(spread, objects) : [];
    }
    const name = neededName(property);
    return name !== null && property.value.type === "Literal" ? [[name, property.value.value]] : [];
  });
}

function neededName({ key }: ESTree.ObjectProperty): string | null {
  return key.type === "Identifier" && NEEDED.has(key.name) ? key.name : null;
}

interface Edit {
  at: number;
  until: number;
  text: string;
}

function leanModule(id: string, code: string): string {
  const statements = statementsOf(id, code);
  const plain = plainConstants(statements);
  const moved = new Set(plain.map(({ statement }) => statement));
  const left = statements.filter((statement) => !moved.has(statement));
  const makers = left.flatMap(makerOf);
  const edits = [
    ...plain.map(({ statement }) => ({ at: statement.start, until: statement.end, text: "" })),
    ...statements.flatMap(withoutDefaults),
    ...makers.flatMap(({ definitions }) => definitions.map((settings) => reduced(settings, code))),
    ...constants(left).flatMap(({ value }) => editsOf(value, new Set(makers.map(({ name }) => name)))),
  ];
  let lean = code;
  // From the end, so that the positions before it stay true.
  for (const { at, until, text } of edits.toSorted((a, b) => b.at - a.at || b.until - a.until))
    lean = lean.slice(0, at) + text + lean.slice(until);
  if (plain.length === 0) return lean;
  const names = plain.map(({ name }) => name).join(", ");
  return `${lean}\nimport { ${names} } from "./${basename(id)}${PLAIN}";\nexport { ${names} };\n`;
}

/** `defineEndpoint` itself adds the schemas that an endpoint left out. */
function withoutDefaults(statement: Statement): Edit[] {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declared?.type !== "FunctionDeclaration" || declared.id?.name !== "defineEndpoint") return [];
  if (!declared.body) return [];
  const { start, end } = declared.body;
  return [{ at: start, until: end, text: "{ return definition; }" }];
}

/** A function that defines endpoints: `defineFamily` of the bulk operations. */
function makerOf(statement: Statement): { name: string; definitions: ESTree.ObjectExpression[] }[] {
  if (statement.type !== "FunctionDeclaration" || !statement.id) return [];
  const definitions = definitionsIn(statement);
  return definitions.length > 0 ? [{ name: statement.id.name, definitions }] : [];
}

function definitionsIn(node: ESTree.Node): ESTree.ObjectExpression[] {
  const definition = definitionOf(node);
  if (definition) return [definition];
  const parts: unknown[] = Object.entries(node).flatMap(([name, part]) => (name === "parent" ? [] : part));
  return parts.filter(isNode).flatMap(definitionsIn);
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Inside of a function, the settings may be computed: the needed ones stay as they are written. */
function reduced(settings: ESTree.ObjectExpression, code: string): Edit {
  const kept = settings.properties
    .filter((property) => property.type === "SpreadElement" || neededName(property) !== null)
    .map(({ start, end }) => code.slice(start, end));
  return { at: settings.start, until: settings.end, text: `{ ${kept.join(", ")} }` };
}

function editsOf(value: ESTree.Expression, makers: ReadonlySet<string>): Edit[] {
  if (value.type !== "CallExpression" && value.type !== "ObjectExpression") return [];
  return [
    { at: value.start, until: value.start, text: "/*@__PURE__*/ (() => (" },
    ...(value.type === "CallExpression" && value.callee.type === "Identifier" && makers.has(value.callee.name)
      ? value.arguments.flatMap(withoutSchemas)
      : []),
    { at: value.end, until: value.end, text: "))()" },
  ];
}

/** A function that defines endpoints needs only the texts that they have in common. */
function withoutSchemas(argument: ESTree.Argument): Edit[] {
  if (argument.type === "Literal") return [];
  if (argument.type !== "ObjectExpression")
    return [{ at: argument.start, until: argument.end, text: "undefined" }];
  return argument.properties.flatMap((property) =>
    property.type === "Property" && property.value.type !== "Literal"
      ? [{ at: property.value.start, until: property.value.end, text: "undefined" }]
      : [],
  );
}
