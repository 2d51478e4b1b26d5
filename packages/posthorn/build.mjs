/**
 * How does the whole product become one npm package?
 *
 * Node strips no types below `node_modules`, so the package holds JavaScript, file by file: the server finds migrations,
 * examples, the dashboard, and the programs of its threads and processes beside its own files, and finds them there too.
 * Only the launcher is a bundle, with the command-line client inside, for Node 20 and newer. The packages that the server
 * uses stay packages, at the versions of this repository. What it needs that npm could not install everywhere is inside
 * (`carryIsolatedVm`). The dashboard must have been built before.
 */
import { chmod, cp, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licences } from "../cli/licences.mjs";

const PACKAGE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(PACKAGE, "../..");
const SERVER = join(ROOT, "packages", "server");
const folder = resolve(process.argv[2] ?? join(PACKAGE, "dist"));

/** What the product starts as a program, a process or a thread of its own. */
const PROGRAMS = [
  "main.mjs",
  "maintenance/main.mjs",
  "pipeline/route/filter-thread-program.ts",
  "sandbox/child.ts",
];
/** What the server reads while it runs, beside its code. */
const DATA = /\.(sql|json)$/;
/** ws uses them if they are there, and they are not. */
const OPTIONAL = ["bufferutil", "utf-8-validate"];

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const manifest = await writeManifest();
await buildServer();
await copyData();
await buildLauncher();
await cp(join(ROOT, "packages/dashboard/dist"), join(folder, "packages/dashboard/dist"), {
  recursive: true,
  filter: (from) => basename(from) !== ".built-from",
});
await cp(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
await cp(join(PACKAGE, "README.md"), join(folder, "README.md"));
await carryIsolatedVm();

/** Of this package, with what the server uses. */
async function writeManifest() {
  const {
    private: _private,
    devDependencies: _ours,
    ...ours
  } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  const [server, contract, root] = await Promise.all(
    [SERVER, join(ROOT, "packages/contract"), ROOT].map(async (place) =>
      JSON.parse(await readFile(join(place, "package.json"), "utf8")),
    ),
  );
  const { "@posthorn/contract": _contract, "isolated-vm": isolatedVm, ...used } = server.dependencies;
  const made = {
    ...ours,
    bin: { posthorn: "bin/posthorn.mjs" },
    dependencies: { ...contract.dependencies, ...used, "isolated-vm": isolatedVm },
    optionalDependencies: { ...server.optionalDependencies, ...root.optionalDependencies },
    bundleDependencies: ["isolated-vm"],
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

/** One file for each of ours, at its place in the repository, so that traces name what everybody can read there. */
async function buildServer() {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const bundle = await rolldown({
    input: PROGRAMS.map((program) => join(SERVER, "src", program)),
    platform: "node",
    external: (id) => names.some((name) => id === name || id.startsWith(`${name}/`)),
    // What our files do when they are loaded stays, whether or not something of them is used.
    treeshake: { moduleSideEffects: true },
    onLog(level, log, report) {
      if (level === "warn") throw new Error(log.message);
      report(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: ROOT,
    entryFileNames: "[name].mjs",
  });
  await bundle.close();
  for (const file of output) {
    // What the bundler itself adds is in no file of ours.
    if (file.type !== "chunk" || !file.facadeModuleId?.startsWith(ROOT)) continue;
    const place = relative(ROOT, file.facadeModuleId);
    const wanted = `${place.slice(0, -extname(place).length)}.mjs`;
    if (file.fileName !== wanted) throw new Error(`${place} became ${file.fileName}`);
  }
}

async function copyData() {
  const source = join(SERVER, "src");
  for (const name of await readdir(source, { recursive: true })) {
    if (DATA.test(name)) await cp(join(source, name), join(folder, "packages/server/src", name));
  }
}

/** Starts the product, and is the client for everything else. */
async function buildLauncher() {
  const bundle = await rolldown({
    input: { posthorn: join(PACKAGE, "src", "main.ts") },
    platform: "node",
    external: OPTIONAL,
  });
  const { output } = await bundle.write({
    dir: join(folder, "bin"),
    format: "esm",
    minify: true,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundle.close();
  await chmod(join(folder, "bin", "posthorn.mjs"), 0o755);
  await writeFile(join(folder, "bin", "licenses.txt"), await licences("bin/", output));
}

/**
 * isolated-vm brings its library for each system, but for Node 24 and newer only, and its install script tries to compile
 * it for whichever Node runs npm. Ours may be another. So the package brings the libraries, and no script.
 */
async function carryIsolatedVm() {
  const require = createRequire(join(SERVER, "package.json"));
  const from = dirname(require.resolve("isolated-vm"));
  const to = join(folder, "node_modules", "isolated-vm");
  const {
    scripts: _scripts,
    devDependencies: _dev,
    gypfile: _gyp,
    ...kept
  } = JSON.parse(await readFile(join(from, "package.json"), "utf8"));
  await mkdir(to, { recursive: true });
  await writeFile(join(to, "package.json"), `${JSON.stringify({ ...kept, gypfile: false }, null, 2)}\n`);
  for (const name of ["LICENSE", "README.md", "isolated-vm.js", "isolated-vm.d.ts"])
    await cp(join(from, name), join(to, name));
  for (const platform of await readdir(join(from, "prebuilds"))) {
    const files = join(from, "prebuilds", platform);
    // Posthorn does not run on Windows.
    if (!platform.startsWith("win32") && (await stat(files)).isDirectory())
      await cp(files, join(to, "prebuilds", platform), { recursive: true });
  }
  const gyp = dirname(createRequire(join(from, "package.json")).resolve("node-gyp-build/package.json"));
  await cp(gyp, join(folder, "node_modules", "node-gyp-build"), { recursive: true });
}
