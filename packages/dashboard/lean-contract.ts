/**
 * How much of the contract does a browser load? Only what the dashboard uses of it.
 *
 * The contract defines everything for the server: an endpoint has the schemas of its query, body and reply. In the
 * dashboard those are only types, because the server validates, and a form names the schemas that it needs. So this
 * plugin reduces each endpoint to what a call needs, and moves it into a module of its own (`events.ts?endpoints`): a page
 * that calls an endpoint does not load the schemas beside it. It also wraps each other definition in a call that is
 * marked as pure, because the bundler cannot see that `z.string().check(…)` has no effect, and would keep it unused.
 *
 * The component tests run with it too, so they notice code that reads what is gone.
 */
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseSync, type ESTree, type Plugin } from "vite";

/** What `resources/api` reads of an endpoint. */
const NEEDED = new Set(["method", "path", "isForDashboard", "hasDashboardDoor"]);

const ENDPOINTS = "?endpoints";
const ENDPOINTS_MODULE = /\/packages\/contract\/src\/.+\.ts\?endpoints$/;

export function leanContract(): Plugin {
  return {
    name: "posthorn-lean-contract",
    resolveId: {
      filter: { id: /^\.\/[\w-]+\.ts\?endpoints$/ },
      handler: (source, importer) =>
        importer === undefined ? null : { id: join(dirname(importer), source), moduleSideEffects: false },
    },
    load: {
      filter: { id: ENDPOINTS_MODULE },
      async handler(id) {
        const file = id.slice(0, -ENDPOINTS.length);
        this.addWatchFile(file);
        const endpoints = plainEndpoints(statementsOf(file, await readFile(file, "utf8")));
        const lines = endpoints.map(
          ({ name, settings }) => `export const ${name} = ${JSON.stringify(settings)};`,
        );
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

interface PlainEndpoint {
  name: string;
  settings: Record<string, unknown>;
  statement: Statement;
}

/** All `export const x = defineEndpoint({ … })` whose method and path are written out. */
function plainEndpoints(statements: readonly Statement[]): PlainEndpoint[] {
  const objects = new Map(
    constants(statements).flatMap(({ name, value }) =>
      value.type === "ObjectExpression" ? [[name, value] as const] : [],
    ),
  );
  return constants(statements).flatMap(({ name, value, statement, isExported }) => {
    const definition = isExported ? definitionOf(value) : null;
    const settings = definition && Object.fromEntries(literalsOf(definition, objects));
    return settings?.["method"] !== undefined && settings["path"] !== undefined
      ? [{ name, settings, statement }]
      : [];
  });
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
  return value.type === "TSAsExpression" ? withoutType(value.expression) : value;
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
  const endpoints = plainEndpoints(statements);
  const moved = new Set(endpoints.map(({ statement }) => statement));
  const left = statements.filter((statement) => !moved.has(statement));
  const makers = left.flatMap(makerOf);
  const edits = [
    ...endpoints.map(({ statement }) => ({ at: statement.start, until: statement.end, text: "" })),
    ...makers.flatMap(({ definitions }) => definitions.map((settings) => reduced(settings, code))),
    ...constants(left).flatMap(({ value }) => editsOf(value, new Set(makers.map(({ name }) => name)))),
  ];
  let lean = code;
  // From the end, so that the positions before it stay true.
  for (const { at, until, text } of edits.toSorted((a, b) => b.at - a.at || b.until - a.until))
    lean = lean.slice(0, at) + text + lean.slice(until);
  if (endpoints.length === 0) return lean;
  const names = endpoints.map(({ name }) => name).join(", ");
  return `${lean}\nimport { ${names} } from "./${basename(id)}${ENDPOINTS}";\nexport { ${names} };\n`;
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
