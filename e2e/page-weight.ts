/**
 * How many bytes does a route load until nothing more follows?
 *
 * The browser shows which files a first visit requests. We then request each file once more as gzip, so that the
 * figure does not depend on the compression that this browser prefers.
 */
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";

const DIST = join(import.meta.dirname, "../packages/dashboard/dist");

export interface PageWeight {
  scriptBytes: number;
  styleBytes: number;
  fontBytes: number;
}

/** The limits of A1, A2 and A3. */
export const WEIGHT_LIMITS = {
  scriptBytes: 220_000,
  editorScriptBytes: 340_000,
  styleBytes: 25_000,
  fontBytes: 90_000,
  chunkBytes: 45_000,
  editorChunkBytes: 170_000,
} as const;

export async function weighPage(context: BrowserContext, url: string): Promise<PageWeight> {
  const page = await context.newPage();
  const asked = new Map<string, string>();
  page.on("requestfinished", (request) => asked.set(request.url(), request.resourceType()));
  await page.goto(url);
  await page.locator("main").first().waitFor({ state: "attached" });
  await page.evaluate(untilNothingFollows, QUIET_MS);
  await page.close();
  const weigh = async (type: string) => {
    const urls = [...asked].filter(([, kind]) => kind === type).map(([address]) => address);
    const sizes = await Promise.all(urls.map(gzippedBytes));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return {
    scriptBytes: await weigh("script"),
    styleBytes: await weigh("stylesheet"),
    fontBytes: await weigh("font"),
  };
}

/** Parts that a page loads by itself follow sooner: the editor checks its text after a quarter of a second. */
const QUIET_MS = 1000;

/**
 * Runs in the page. The network is also idle while a busy machine still runs the scripts that ask for the next files. So
 * this waits until the page itself has had nothing to do, and no file has arrived in between.
 */
function untilNothingFollows(quietMs: number): Promise<void> {
  return new Promise((done) => {
    let seen = -1;
    const look = () => {
      // Polls of the API are no files.
      const files = performance.getEntriesByType("resource").filter(({ name }) => /\.\w+$/.test(name)).length;
      if (files === seen) return done();
      seen = files;
      setTimeout(() => requestIdleCallback(look), quietMs);
      return undefined;
    };
    requestIdleCallback(look);
  });
}

const SIZES = new Map<string, Promise<number>>();

/** Pages share most files, and a file never changes under its name. */
function gzippedBytes(url: string): Promise<number> {
  const size = SIZES.get(url) ?? askSize(url);
  SIZES.set(url, size);
  return size;
}

/** Counts the bytes as the server sends them, without a browser's cache and decoding. */
function askSize(url: string): Promise<number> {
  return new Promise((done, failed) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.once("end", () => done(bytes));
      response.once("error", failed);
    }).once("error", failed);
  });
}

interface ManifestEntry {
  file: string;
  imports?: string[];
  isEntry?: boolean;
}

/** The only module that loads CodeMirror, which has a budget of its own. */
const EDITOR = "src/ui/code-editor/editor.tsx";

/** Every chunk of the build with its gzip size, except the entry, which all routes share. */
export async function weighChunks(): Promise<{ file: string; bytes: number; isEditor: boolean }[]> {
  // Safe: Vite's build wrote this, in its documented shape.
  const manifest = JSON.parse(await readFile(join(DIST, ".vite/manifest.json"), "utf8")) as Record<
    string,
    ManifestEntry
  >;
  const files = new Set(
    Object.values(manifest)
      .filter(({ file, isEntry }) => file.endsWith(".js") && !isEntry)
      .map(({ file }) => file),
  );
  const ofEditor = new Set(manifest[EDITOR]?.imports?.map((name) => manifest[name]?.file));
  return Promise.all(
    [...files].map(async (file) => ({
      file,
      bytes: gzipSync(await readFile(join(DIST, file)), { level: 9 }).length,
      isEditor: ofEditor.has(file),
    })),
  );
}
