/**
 * Which scripts will the page need that a person is about to open?
 *
 * The code of a page imports other files, and these import others: the browser would find them one after the other. The
 * build lists all of them for each page (`page-scripts.json`). The server names those of the first page in its HTML; this
 * names those of the next one as soon as a person points at its link. The list itself comes when the first page is there.
 */
import { ownUrl } from "../resources/base-path.ts";

/** A page's address as a regular expression, and its files. */
interface PageScripts {
  path: string;
  scripts: readonly string[];
}

const AFTER_FIRST_PAGE_MS = 2_000;

let pages: readonly PageScripts[] = [];
const named = new Set<string>();

async function load(): Promise<void> {
  const answer = await fetch(ownUrl("/page-scripts.json"));
  if (answer.ok) pages = (await answer.json()) as PageScripts[]; // our own build wrote it
}

/** Without the list, a first visit of a page takes a little longer. */
export function loadPageScripts(waitMs = AFTER_FIRST_PAGE_MS): void {
  setTimeout(() => void load().catch(() => undefined), waitMs);
}

export function nameScripts(path: string): void {
  const page = pages.find((one) => new RegExp(one.path).test(path));
  for (const file of page?.scripts ?? []) {
    if (named.has(file)) continue;
    named.add(file);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = ownUrl(`/${file}`);
    document.head.append(link);
  }
}
