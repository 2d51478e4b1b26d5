import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placeOf, readConfigurationFile } from "./files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthorn-files-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const machine = { env: {}, input: { stream: Readable.from([]), isTerminal: false } };

/** The code that the transformation gets, or what is wrong with it. */
async function codeOf(code_file: string): Promise<string | undefined> {
  const file = join(folder, "inner", "posthorn.yaml");
  await mkdir(join(folder, "inner"), { recursive: true });
  await writeFile(file, `version: 1\ntransformations:\n  t:\n    code_file: ${code_file}\n`);
  try {
    const { wanted } = await readConfigurationFile(file, machine);
    return wanted.transformation.get("t")?.code;
  } catch (error) {
    return error instanceof Error && "why" in error ? String(error.why) : undefined;
  }
}

test("code is read from the folder of the file, and from nowhere else", async () => {
  await mkdir(join(folder, "inner", "code"), { recursive: true });
  await mkdir(join(folder, "inner-other"));
  await writeFile(join(folder, "inner", "code", "a.js"), "inside");
  await writeFile(join(folder, "secret.txt"), "outside");
  await writeFile(join(folder, "inner-other", "secret.txt"), "outside");
  await symlink(join(folder, "secret.txt"), join(folder, "inner", "link.js"));

  expect(await codeOf("code/a.js")).toBe("inside");
  expect(await codeOf("./code/../code/a.js")).toBe("inside");
  for (const outside of ["../secret.txt", "../inner-other/secret.txt", join(folder, "secret.txt"), "link.js"])
    expect(await codeOf(outside)).toMatch(
      /posthorn\.yaml:4: transformations\.t\.code_file must be in the folder/,
    );
  expect(await codeOf("missing.js")).toMatch(
    /posthorn\.yaml:4: transformations\.t\.code_file cannot be read/,
  );
});

test("--out is a file of YAML, or a folder that gets the usual one", async () => {
  expect(await placeOf(folder)).toBe(join(folder, "posthorn.yaml"));
  expect(await placeOf("new/")).toBe(join("new", "posthorn.yaml"));
  expect(await placeOf("a/b.yml")).toBe("a/b.yml");
  await expect(placeOf("new")).rejects.toThrow("--out new is neither a folder nor a file of YAML.");
});
