/**
 * The package as npm would publish it: it installs from its tarball alone, without a network, and runs on every Node of
 * this machine.
 */
import { execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { configurationSchema } from "../configuration/json-schema.ts";
import { builtCli, createPosthornCli } from "../testing/posthorn-cli.ts";

const PACKAGE = join(import.meta.dirname, "../..");
const MOST_BYTES = 5 * 1024 * 1024;
const OLDEST_NODE = 20;

let folder: string;
let unpacked: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthorn-cli-package-"));
  // As in the repository, but with the bundle of this run: several runs may pack at once.
  const source = join(folder, "source");
  await cp(join(PACKAGE, "package.json"), join(source, "package.json"));
  await cp(join(PACKAGE, "README.md"), join(source, "README.md"));
  await cp(dirname(builtCli()), join(source, "dist"), { recursive: true });
  const packed = npm(source, "pack", "--json", "--ignore-scripts", "--pack-destination", folder);
  const [{ filename, unpackedSize }] = JSON.parse(packed);
  unpacked = unpackedSize;
  await writeFile(join(folder, "package.json"), "{}");
  npm(folder, "install", `./${filename}`, "--offline", "--cache", join(folder, "cache"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function npm(cwd: string, ...args: string[]): string {
  return execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    // Only what npm needs: the settings of the run around us belong to another folder.
    env: { PATH: process.env["PATH"], HOME: folder, npm_config_userconfig: join(folder, "npmrc") },
  });
}

/** The Nodes of this machine that are new enough, one for each major version. */
function nodes(): string[] {
  const found = [
    process.execPath,
    ...(process.env["PATH"] ?? "").split(delimiter).map((place) => join(place, "node")),
  ];
  const byMajor = new Map<number, string>();
  for (const file of found.filter((one) => existsSync(one)).map((one) => realpathSync(one))) {
    const major = Number(/^v(\d+)\./.exec(execFileSync(file, ["--version"], { encoding: "utf8" }))?.[1]);
    if (major >= OLDEST_NODE && !byMajor.has(major)) byMajor.set(major, file);
  }
  return [...byMajor.values()];
}

test("it needs no other package, is small, and has the licences of what it contains", async () => {
  const { dependencies, optionalDependencies, engines, bin } = JSON.parse(
    await readFile(join(PACKAGE, "package.json"), "utf8"),
  );

  expect([dependencies, optionalDependencies]).toEqual([undefined, undefined]);
  expect(engines).toEqual({ node: `>=${OLDEST_NODE}` });
  expect(bin).toEqual({ posthorn: "dist/posthorn.mjs" });
  expect(unpacked).toBeLessThan(MOST_BYTES);
  expect(await readdir(join(folder, "node_modules"))).toEqual(expect.arrayContaining(["posthorn-cli"]));
  expect((await readdir(join(folder, "node_modules"))).filter((name) => !name.startsWith("."))).toEqual([
    "posthorn-cli",
  ]);
  const licenses = await readFile(join(folder, "node_modules/posthorn-cli/dist/licenses.txt"), "utf8");
  for (const name of ["@modelcontextprotocol/sdk", "diff", "yaml", "zod"])
    expect(licenses).toMatch(new RegExp(`^${name} \\d.*\\)$`, "m"));
});

test("it brings the schema of configuration files", async () => {
  const shipped = join(folder, "node_modules/posthorn-cli/dist/posthorn.schema.json");

  expect(JSON.parse(await readFile(shipped, "utf8"))).toEqual(configurationSchema());
});

test("npm has made it a program", async () => {
  const program = join(folder, "node_modules/.bin/posthorn");

  expect((await stat(program)).mode & 0o111).not.toBe(0);
  expect(execFileSync(program, ["--version"], { encoding: "utf8" })).toMatch(/^posthorn-cli /);
});

test("it has no product to start, and says which package has", async () => {
  const cli = await createPosthornCli({
    url: "http://127.0.0.1:1",
    program: { node: process.execPath, main: join(folder, "node_modules/posthorn-cli/dist/posthorn.mjs") },
  });
  try {
    expect(await cli.run(["start"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("Run it with: npx posthorn start"),
    });
  } finally {
    await cli.remove();
  }
});

test.each(
  nodes().map((node) => ({ node, version: execFileSync(node, ["--version"], { encoding: "utf8" }).trim() })),
)("it runs on Node $version", async ({ node }) => {
  const project = await givenProject();
  const main = join(folder, "node_modules/posthorn-cli/dist/posthorn.mjs");
  const cli = await createPosthornCli({ url: inject("publicUrl"), program: { node, main } });
  try {
    expect((await cli.run(["--help"])).stdout).toContain("Posthorn in a terminal.");
    expect(await cli.run(["ci", "--key", project.key])).toMatchObject({ code: 0, stderr: "" });
    expect(await cli.run(["whoami", "--output", "yaml"])).toMatchObject({ code: 0, stderr: "" });
  } finally {
    await cli.remove();
  }
});
