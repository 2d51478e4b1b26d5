import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartRefused } from "../../start-refused.ts";
import { linkLibraries } from "./programs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthorn-programs-"));
  await mkdir(join(folder, "native/lib"), { recursive: true });
  await writeFile(join(folder, "native/lib/libpq.so.5.18"), "library");
  await listed([
    { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" },
    { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" },
  ]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const listed = (links: object[]) => writeFile(join(folder, "native/pg-symlinks.json"), JSON.stringify(links));

test("libraries get the links that an install script would have made, once", async () => {
  linkLibraries(folder);
  linkLibraries(folder);

  for (const name of ["libpq.so", "libpq.so.5"]) {
    expect(await readFile(join(folder, "native/lib", name), "utf8")).toBe("library");
    expect(await readlink(join(folder, "native/lib", name))).toBe("libpq.so.5.18"); // the folder may be moved
  }
});

test("a link that cannot be made is said with the command that makes it", async () => {
  await listed([{ source: "native/lib/libpq.so.5.18", target: "native/gone/libpq.so.5" }]);

  expect(() => linkLibraries(folder)).toThrow(StartRefused);
  expect(() => linkLibraries(folder)).toThrow(`cd '${folder}' && node scripts/hydrate-symlinks.js`);
});

test("a package without such a list needs no links", async () => {
  await rm(join(folder, "native/pg-symlinks.json"));

  expect(() => linkLibraries(folder)).not.toThrow();
});
