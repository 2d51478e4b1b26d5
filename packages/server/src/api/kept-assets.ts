/**
 * How does a script of the dashboard reach the browser quickly? A page needs about forty of them at once.
 *
 * The name of a built asset has a hash of its content, so what was read once never changes and stays in memory. A whole build
 * has a few megabytes. The compressed copies lie beside each file.
 */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

export interface Asset {
  body: Buffer;
  type: string;
  /** How the copy is compressed. Null: it is the file itself. */
  coding: "br" | "gzip" | null;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

const ANY_TYPE = "application/octet-stream";

/** The best first. */
const COPIES = [
  { coding: "br", ending: ".br" },
  { coding: "gzip", ending: ".gz" },
  { coding: null, ending: "" },
] as const;

/** Whether an `Accept-Encoding` allows the coding: `gzip, br;q=0` allows gzip only. */
function allows(accepted: string, coding: string): boolean {
  return accepted.split(",").some((part) => {
    const [name, ...parameters] = part.split(";").map((text) => text.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

export class KeptAssets {
  readonly #dir: string;
  /** By path. Only files that are there, so that nobody fills the memory with names. */
  readonly #kept = new Map<string, readonly Asset[]>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Null if the build has no such asset. `path` begins below the dashboard's folder and leads nowhere else. */
  async read(path: string, accepted: string): Promise<Asset | null> {
    const copies = this.#kept.get(path) ?? (await this.#copiesOf(path));
    return copies.find(({ coding }) => coding === null || allows(accepted, coding)) ?? null;
  }

  async #copiesOf(path: string): Promise<readonly Asset[]> {
    const type = TYPES[extname(path)] ?? ANY_TYPE;
    const copies = await Promise.all(
      COPIES.map(async ({ coding, ending }) => {
        const body = await readFile(join(this.#dir, path + ending)).catch(() => null);
        return body && { body, type, coding };
      }),
    );
    const found = copies.filter((copy) => copy !== null);
    if (found.length > 0) this.#kept.set(path, found);
    return found;
  }
}
