/**
 * Removes protections from a product that a test starts: `node --import` runs this first, and it rewrites the files
 * with the protections as they are loaded.
 */
import { registerHooks } from "node:module";

interface Rewrite {
  file: string;
  from: string;
  to: string;
}

const rewrites = JSON.parse(process.env["REWRITE_ON_LOAD"] ?? "[]") as Rewrite[]; // written by product.ts

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const wanted = rewrites.filter(({ file }) => url.endsWith(`/src/${file}`));
    if (wanted.length === 0) return loaded;
    let source = loaded.source instanceof Uint8Array ? Buffer.from(loaded.source).toString() : loaded.source;
    if (typeof source !== "string") throw new Error(`${url} was loaded without a source`);
    for (const { file, from, to } of wanted) {
      if (!source.includes(from))
        throw new Error(`${file} no longer contains "${from}": fix the control of the fault test`);
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});
