/**
 * How much of the contract does a browser load? Only what the dashboard uses of it.
 *
 * The contract defines everything for the server: an endpoint has the schemas of its query, body and reply. In the
 * dashboard those are only types, because the server validates, and a form names the schemas that it needs. So this
 * plugin reduces `defineEndpoint({ … })` to what a call needs. It also wraps each definition in a call that is marked as
 * pure, because the bundler cannot see that `z.string().check(…)` has no effect, and would keep it unused.
 *
 * The component tests run with it too, so they notice code that reads what is gone.
 */
import { parseSync, type ESTree, type Plugin } from "vite";

/** What `resources/api` reads of an endpoint. */
const NEEDED = new Set(["method", "path", "isForDashboard", "hasDashboardDoor"]);

interface Edit {
  at: number;
  until: number;
  text: string;
}

export function leanContract(): Plugin {
  return {
    name: "posthorn-lean-contract",
    transform: {
      filter: { id: /\/packages\/contract\/src\/.+\.ts$/ },
      handler(code, id) {
        const edits = definitions(parseSync(id, code).program.body).flatMap(editsOf);
        let lean = code;
        // From the end, so that the positions before it stay true.
        for (const { at, until, text } of edits.toSorted((a, b) => b.at - a.at))
          lean = lean.slice(0, at) + text + lean.slice(until);
        return { code: lean, map: null };
      },
    },
  };
}

/** The right sides of all top-level constants that have to be computed. */
function definitions(statements: ESTree.Program["body"]): ESTree.Expression[] {
  return statements
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === "VariableDeclaration" ? statement.declarations : []))
    .flatMap(({ init }) =>
      init?.type === "CallExpression" || init?.type === "ObjectExpression" ? [init] : [],
    );
}

function editsOf(definition: ESTree.Expression): Edit[] {
  return [
    { at: definition.start, until: definition.start, text: "/*@__PURE__*/ (() => (" },
    ...unneededParts(definition),
    { at: definition.end, until: definition.end, text: "))()" },
  ];
}

function unneededParts(definition: ESTree.Expression): Edit[] {
  if (definition.type !== "CallExpression" || definition.callee.type !== "Identifier") return [];
  const [settings] = definition.arguments;
  if (definition.callee.name !== "defineEndpoint" || settings?.type !== "ObjectExpression") return [];
  return settings.properties.flatMap((property) =>
    property.type === "Property" && property.key.type === "Identifier" && !NEEDED.has(property.key.name)
      ? [{ at: property.start, until: property.end, text: `${property.key.name}: undefined` }]
      : [],
  );
}
