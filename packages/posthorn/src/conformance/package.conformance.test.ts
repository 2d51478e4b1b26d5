/**
 * The package as npm would publish it: packed, installed with npm into an empty folder where install scripts are off, and
 * used from there. Nothing of the repository is in its way: no node_modules of ours lies above that folder.
 */
import { execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Connection } from "@posthorn/contract/connections";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Terminal, createPosthornCli } from "../../../cli/src/testing/posthorn-cli.ts";
import { startFarEnd } from "../../../server/src/testing/gateway.ts";

const PACK = join(import.meta.dirname, "../../../../scripts/pack.mjs");
const MOST_PACKED_BYTES = 16 * 1024 * 1024;
const API_KEY = "phk_the_key_of_the_package_test_0123456789";

let folder: string;
let tarball: string;
let installed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthorn-package-"));
  const printed = execFileSync(process.execPath, [PACK, join(folder, "packed")], { encoding: "utf8" });
  tarball = printed.trim().split("\n").at(-1) ?? "";
  const place = join(folder, "empty");
  npm("install", tarball, "--prefix", place, "--ignore-scripts", "--prefer-offline");
  installed = join(place, "node_modules", "posthorn");
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** With the registry and the cache of this machine: what another test run has fetched is not fetched again. */
function npm(...args: string[]): void {
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: Object.fromEntries(
      // What npm tells the scripts of the repository is not about this folder.
      Object.entries(process.env).filter(
        ([name]) => !/^npm_(?!config_(cache|registry|userconfig)$)/.test(name),
      ),
    ),
  });
}

/** An old Node of this machine if there is one: the package brings the one that the product needs. */
function oldNode(): string {
  const nodes = (process.env["PATH"] ?? "").split(delimiter).map((place) => join(place, "node"));
  const found = nodes.filter((node) => existsSync(node)).map((node) => realpathSync(node));
  return found.find((node) => majorOf(node) >= 20 && majorOf(node) < 24) ?? process.execPath;
}

function majorOf(node: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(node, ["-v"], { encoding: "utf8" }))?.[1]);
}

function givenCli(url = "http://127.0.0.1:1") {
  return createPosthornCli({ url, program: { node: oldNode(), main: join(installed, "bin/posthorn.mjs") } });
}

test("it is small, names exact versions, and runs no script of its own", async () => {
  const { scripts, bin, dependencies, optionalDependencies } = JSON.parse(
    await readFile(join(installed, "package.json"), "utf8"),
  );

  expect((await stat(tarball)).size).toBeLessThan(MOST_PACKED_BYTES);
  expect([scripts, bin]).toEqual([undefined, { posthorn: "bin/posthorn.mjs" }]);
  for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  expect(await readFile(join(installed, "bin/licenses.txt"), "utf8")).toMatch(/^zod \d.*\)$/m);
  // A script of isolated-vm would compile it for the Node that runs npm, which may not be the one of the product.
  const isolatedVm = JSON.parse(
    await readFile(join(installed, "node_modules/isolated-vm/package.json"), "utf8"),
  );
  expect([isolatedVm.scripts, existsSync(join(installed, "node_modules/isolated-vm/binding.gyp"))]).toEqual([
    undefined,
    false,
  ]);
});

test("its help and the shell's completion have the product's commands and the client's", async () => {
  const cli = await givenCli();
  try {
    const { stdout } = await cli.run(["--help"]);
    for (const command of ["start", "backup", "restore", "doctor", "listen PORT", "login", "apply"].map(
      (one) => one.split(" ")[0] ?? "",
    ))
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    expect((await cli.run(["__complete", "--", "sta"])).stdout).toMatch(/^start\t/);
    expect((await cli.run(["--version"])).stdout).toMatch(/^posthorn \d/);
    // Without a terminal nothing is started unasked.
    expect((await cli.run([])).stdout).toContain("Posthorn in a terminal.");
  } finally {
    await cli.remove();
  }
});

test("alone on a terminal it starts the product in an empty home: a request goes through code to its destination", async () => {
  const cli = await givenCli();
  const farEnd = await startFarEnd();
  const terminal = cli.startInTerminal([], {
    POSTHORN_URL: "",
    POSTHORN_PORT: "0",
    POSTHORN_INGEST_PORT: "0",
    POSTHORN_BOOTSTRAP_EMAIL: "owner@package.test",
    POSTHORN_BOOTSTRAP_PASSWORD: "a long enough password",
    POSTHORN_BOOTSTRAP_API_KEY: API_KEY,
  });
  try {
    await terminal.shows("Posthorn is running.");
    await terminal.shows("Ctrl-C");
    const home = cli.configFile.replace(/\/\.config\/.*$/, "");
    expect(terminal.screen()).toMatch(new RegExp(`^ {2}Data +${home}/\\.local/share/posthorn$`, "m"));
    const dashboard = addressIn(terminal);
    const api = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
      const response = await fetch(`${dashboard}/2025-07-01${path}`, {
        method,
        headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([path, response.status]).toEqual([path, 200]);
      return (await response.json()) as Reply; // the caller names the contract's type of this reply
    };
    const code = `addHandler("transform", (request) => ({ ...request, body: { from: "the package", was: request.body } }));`;
    const { id } = await api<{ id: string }>("POST", "/transformations", { name: "code", code });
    const { source } = await api<Connection>("PUT", "/connections", {
      name: "package",
      source: { name: "package" },
      destination: { name: "far-end", config: { url: farEnd.url } },
      rules: [{ type: "transform", transformation_id: id }],
    });

    const answer = await fetch(source.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"sent":1}`,
    });

    expect(answer.status).toBe(200);
    const [received] = await farEnd.arrivals(1);
    expect(JSON.parse(received?.body.toString() ?? "")).toEqual({ from: "the package", was: { sent: 1 } });
    // The dashboard, the client that it hands out, and the reference of the API.
    const index = await (await fetch(dashboard)).text();
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(index)?.[1] ?? "no script";
    for (const path of [script, "/posthorn-cli.tgz", "/docs"])
      expect([path, (await fetch(new URL(path, dashboard))).status]).toEqual([path, 200]);
    // The client beside it speaks with it.
    const env = { POSTHORN_URL: dashboard, POSTHORN_API_KEY: API_KEY };
    expect((await cli.run(["source", "list"], { env })).stdout).toContain("package");
    // So do the commands of the operator, with the data in the same home.
    const file = `${home}/package.backup`;
    expect(await cli.run(["backup", file])).toMatchObject({ code: 0 });
    expect(await cli.run(["restore", "--check", file])).toMatchObject({ code: 0 });
    expect(JSON.parse((await cli.run(["doctor", "--json"])).stdout).findings).toContainEqual(
      expect.objectContaining({ check: "schema", state: "ok" }),
    );
  } finally {
    terminal.interrupt();
    const exit = await terminal.ended();
    farEnd.close();
    await cli.remove();
    expect(exit).toBe(0);
  }
});

test("a data folder that is named wins, and a start that fails says why and ends with 1", async () => {
  const cli = await givenCli();
  try {
    const file = await cli.file("in-the-way", "");
    const { code, stderr } = await cli.run(["start"], {
      env: { POSTHORN_DATA_DIR: file, POSTHORN_PORT: "0", POSTHORN_INGEST_PORT: "0" },
    });

    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} cannot be a folder`)]);
  } finally {
    await cli.remove();
  }
});

function addressIn(terminal: Terminal): string {
  return /Dashboard +(http:\/\/\S+)/.exec(terminal.screen())?.[1] ?? "";
}
