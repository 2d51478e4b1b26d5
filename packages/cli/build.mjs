/**
 * How does the client become a package that needs no other?
 *
 * One bundle for Node 20 and newer, with everything that it uses inside: it installs from its tarball alone, starts fast,
 * and nothing of it can change after it was published. The licences of what is inside go with it, and the JSON Schema of
 * configuration files.
 */
import { execFileSync } from "node:child_process";
import { chmod, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licences } from "./licences.mjs";

const PACKAGE = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(PACKAGE, "dist");

/** ws uses them if they are there, and they are not. */
const OPTIONAL = ["bufferutil", "utf-8-validate"];

const bundle = await rolldown({
  input: { posthorn: join(PACKAGE, "src", "main.ts") },
  platform: "node",
  external: OPTIONAL,
});
await rm(folder, { recursive: true, force: true });
const { output } = await bundle.write({
  dir: folder,
  format: "esm",
  minify: true,
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
});
await bundle.close();
await chmod(join(folder, "posthorn.mjs"), 0o755);
await writeFile(join(folder, "licenses.txt"), await licences("posthorn-cli", output));
// For editors, which look for it without running anything.
await writeFile(
  join(folder, "posthorn.schema.json"),
  execFileSync(process.execPath, [join(folder, "posthorn.mjs"), "schema"]),
);
