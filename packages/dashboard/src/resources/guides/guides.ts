/**
 * Which guides come with the product, and where does a link in one of them lead?
 *
 * They are the files of docs/guides, so a guide that is added there is in the dashboard too, in the version that is
 * installed. Each is a chunk of its own, and loads when somebody reads it.
 */
import { queryOptions } from "@tanstack/react-query";

const TEXTS = import.meta.glob<string>("../../../../../docs/guides/*.md", {
  query: "?raw",
  import: "default",
});
const PICTURES = import.meta.glob<string>("../../../../../docs/guides/*.png", {
  query: "?url",
  import: "default",
  eager: true,
});

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

const LOAD = new Map(
  Object.entries(TEXTS).map(([path, load]) => [fileName(path).replace(/\.md$/, ""), load]),
);
const PICTURE_URLS = new Map(Object.entries(PICTURES).map(([path, url]) => [fileName(path), url]));

export interface Guide {
  /** As in its address: `connections`. */
  name: string;
  /** Without marks, as the tab of the browser shows it. */
  title: string;
  markdown: string;
}

async function loadGuide(name: string): Promise<Guide | null> {
  const load = LOAD.get(name);
  if (!load) return null;
  const markdown = await load();
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  return { name, title: title.replaceAll(/[`*]/g, ""), markdown };
}

/** Null if there is no such guide. */
export function guideQuery(name: string) {
  return queryOptions({
    queryKey: ["guides", "one", name],
    queryFn: () => loadGuide(name),
    staleTime: Infinity,
  });
}

/** All of them, from A to Z; the one to begin with comes first. */
export const guidesQuery = queryOptions({
  queryKey: ["guides", "all"],
  queryFn: async () => {
    const guides = await Promise.all([...LOAD.keys()].map(loadGuide));
    return guides.filter((guide) => guide !== null).toSorted(inReadingOrder);
  },
  staleTime: Infinity,
});

const FIRST = "your-first-event";

function inReadingOrder(a: Guide, b: Guide): number {
  return Number(b.name === FIRST) - Number(a.name === FIRST) || a.title.localeCompare(b.title);
}

export function pictureUrl(path: string): string | undefined {
  return PICTURE_URLS.get(path);
}

export type LinkTarget =
  | { kind: "guide"; name: string }
  | { kind: "reference" }
  | { kind: "web"; url: string }
  /** A file that only the source code has. */
  | { kind: "file"; path: string };

/** `to` as a guide has it: relative to docs/guides. */
export function linkTarget(to: string): LinkTarget {
  if (/^https?:/.test(to)) return { kind: "web", url: to };
  const [path = ""] = to.split("#", 1);
  if (path.startsWith("../reference/api")) return { kind: "reference" };
  const name = path.replace(/\.md$/, "");
  return LOAD.has(name) ? { kind: "guide", name } : { kind: "file", path: path.replace(/^\.\.\//, "docs/") };
}
