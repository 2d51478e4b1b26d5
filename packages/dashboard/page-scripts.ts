/**
 * Which scripts does each page need?
 *
 * The entry finds out which page is wanted, and only then asks for the page's scripts: dozens of small files, six at a
 * time, before which the page's data has to wait. So the build lists them in `page-scripts.json`, and the server names
 * them in the page itself (`api/dashboard-files.ts` there). The browser then loads them beside the entry.
 */
import type { Plugin, Rollup } from "vite";

/** A page's address as a regular expression, and files of the build that it will load. */
export interface PageScripts {
  path: string;
  scripts: string[];
  /** Only a person who is signed in sees the page: its first question is who that is. */
  needsSession: boolean;
}

const ROUTE = /\/app\/routes\/(?<name>.+)\.tsx\?tsr-split=component\b/;
const SIGNED_IN = /^_(?:app|person)\b/;

/** `_app/events_.$id.index` of a module's id; null if the module is no page. */
function routeOf(moduleId: string): string | null {
  return ROUTE.exec(moduleId)?.groups?.["name"] ?? null;
}

/**
 * The router's conventions: `_app` has no part in the address, `events_` is no parent of what is below it, `it_{$id}` has
 * a fixed beginning.
 */
export function addressOf(route: string): string {
  const parts = route
    .split(/[/.]/)
    .filter((part) => !part.startsWith("_") && part !== "index")
    .map((part) => {
      if (part === "$") return ".+";
      return part.startsWith("$") ? "[^/]+" : part.replace(/_$/, "").replace(/\{\$\w+\}/, "[^/]+");
    });
  return `^/${parts.join("/")}/?$`;
}

/** Around a page are the routes whose names its own begins with. */
function isAround(outer: string, route: string): boolean {
  return outer === route || route.startsWith(`${outer}.`) || route.startsWith(`${outer}/`);
}

/** Addresses without a variable part come first: `/events/cli` is not an event. */
function bySpecificity(a: PageScripts, b: PageScripts): number {
  const variable = ({ path }: PageScripts) => (path.includes(".+") ? 2 : path.includes("[^/]+") ? 1 : 0);
  return variable(a) - variable(b) || b.path.length - a.path.length;
}

/** `chunkOf` has the chunk of each route; `importsOf` says what a chunk imports, itself included. */
export function pagesOf(
  chunkOf: ReadonlyMap<string, string>,
  importsOf: (chunk: string) => readonly string[],
): PageScripts[] {
  const routes = [...chunkOf.keys()];
  // A route around others is a page only if nothing stands at its address: `connections.$id` is not, `events` is.
  const pages = routes.filter((route) => !routes.includes(`${route}.index`) && !/^_\w+$/.test(route));
  return pages
    .map((route) => ({
      path: addressOf(route),
      scripts: [
        ...new Set(
          routes
            .filter((outer) => isAround(outer, route))
            .flatMap((outer) => importsOf(chunkOf.get(outer) ?? "")),
        ),
      ],
      needsSession: SIGNED_IN.test(route),
    }))
    .toSorted(bySpecificity);
}

export function pageScripts(): Plugin {
  return {
    name: "posthorn-page-scripts",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(
        (output): output is Rollup.OutputChunk => output.type === "chunk",
      );
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const importsOf = (file: string): string[] => {
        const seen = new Set<string>();
        const visit = (name: string) => {
          if (seen.has(name)) return;
          seen.add(name);
          byFile.get(name)?.imports.forEach(visit);
        };
        visit(file);
        return [...seen];
      };
      const atStart = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => importsOf(fileName)),
      );
      const chunkOf = new Map(
        chunks.flatMap(({ facadeModuleId, fileName }) => {
          const route = routeOf(facadeModuleId ?? "");
          return route === null ? [] : [[route, fileName] as const];
        }),
      );
      const pages = pagesOf(chunkOf, (file) => importsOf(file).filter((name) => !atStart.has(name)));
      this.emitFile({ type: "asset", fileName: "page-scripts.json", source: JSON.stringify(pages) });
    },
  };
}
