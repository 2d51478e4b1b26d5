/**
 * Takes one protection away from a product that a test starts: `node --import` runs this first, and the
 * file that holds the protection is rewritten as it is loaded.
 */
import { registerHooks } from "node:module";

const { file, from, to } = JSON.parse(process.env["REWRITE_ON_LOAD"] ?? "{}") as Record<
  "file" | "from" | "to",
  string
>; // written by product.ts

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(file)) return loaded;
    const source =
      loaded.source instanceof Uint8Array ? Buffer.from(loaded.source).toString() : loaded.source;
    if (typeof source !== "string") throw new Error(`${file} was loaded without a source`);
    if (!source.includes(from))
      throw new Error(`${file} no longer contains "${from}": mend the fault test's control`);
    return { ...loaded, source: source.replace(from, to) };
  },
});
