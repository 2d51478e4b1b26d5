/**
 * The program's first file. Keeps what was compiled for the next start, which is half of a start's time,
 * and hands over to start.ts: only what is loaded after this line is kept. Plain JavaScript, because what is
 * not kept needs the TypeScript compiler, and loading that takes longer than all the rest of this file.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/posthorn"));
await import("./start.ts");
