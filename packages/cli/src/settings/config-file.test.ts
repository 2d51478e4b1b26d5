import { chmod, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unpainted } from "../output/paint.ts";
import { configPath, createConfigFile } from "./config-file.ts";

let folder: string;
let said: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthorn-config-"));
  said = "";
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const err = {
  write: (text: string) => void (said += text),
  isTerminal: false,
  columns: () => null,
  paint: unpainted,
};
const fileAt = (path: string) => createConfigFile(path, { err, platform: "linux" });

const at = (asked: string | undefined, env: Record<string, string>, platform: NodeJS.Platform = "linux") =>
  configPath(asked, { env, platform, homeDirectory: "/home/me" });

test("the file is where the system keeps settings, or where the person says", () => {
  expect(at(undefined, {})).toBe(join("/home/me", ".config", "posthorn", "config.json"));
  expect(at(undefined, { XDG_CONFIG_HOME: "/xdg" })).toBe(join("/xdg", "posthorn", "config.json"));
  expect(at(undefined, { APPDATA: "/appdata" }, "win32")).toBe(join("/appdata", "posthorn", "config.json"));
  expect(at(undefined, { POSTHORN_CONFIG: "/env.json" })).toBe("/env.json");
  expect(at("/asked.json", { POSTHORN_CONFIG: "/env.json" })).toBe("/asked.json");
});

test("a profile is stored for its owner only, and other profiles stay", async () => {
  const path = join(folder, "deep", "config.json");
  const file = fileAt(path);

  expect(await file.read()).toEqual({ profiles: {} });
  await file.storeProfile("default", { url: "http://a", key: "phc_a" });
  await file.storeProfile("work", { key: "phc_b" });

  expect(await file.read()).toEqual({
    profiles: { default: { url: "http://a", key: "phc_a" }, work: { key: "phc_b" } },
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "deep"))).mode & 0o777).toBe(0o700);
  await file.storeProfile("default", null);
  expect(Object.keys((await file.read()).profiles)).toEqual(["work"]);
  expect(said).toBe("");
});

test("what a newer release has stored stays", async () => {
  const path = join(folder, "config.json");
  await writeFile(path, JSON.stringify({ later: 1, profiles: { a: { key: "k", later: 2 } } }), {
    mode: 0o600,
  });

  await fileAt(path).storeProfile("b", { key: "x" });

  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
    later: 1,
    profiles: { a: { key: "k", later: 2 }, b: { key: "x" } },
  });
});

test("a file that others may read is reported, and closed by the next change", async () => {
  const path = join(folder, "config.json");
  await writeFile(path, "{}");
  await chmod(path, 0o644);

  await fileAt(path).read();
  expect(said).toContain(`chmod 600 ${path}`);
  await fileAt(path).storeProfile("a", {});

  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a file that is a link stays a link", async () => {
  const path = join(folder, "config.json");
  await writeFile(join(folder, "real.json"), "{}", { mode: 0o600 });
  await symlink(join(folder, "real.json"), path);

  await fileAt(path).storeProfile("a", { key: "k" });

  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, "real.json"), "utf8")).toContain('"k"');
});

test.each(["{", "[]", '{"profiles":[]}', '{"profiles":{"a":{"key":1}}}'])(
  "a file with %s is refused with its name, and not overwritten",
  async (text) => {
    const path = join(folder, "config.json");
    await writeFile(path, text, { mode: 0o600 });

    await expect(fileAt(path).read()).rejects.toThrow(`The config file ${path} cannot be read.`);
    await expect(fileAt(path).storeProfile("a", {})).rejects.toThrow("cannot be read");

    expect(await readFile(path, "utf8")).toBe(text);
  },
);

test("a folder that cannot be made is a failure that says what to do", async () => {
  await writeFile(join(folder, "file"), "");

  await expect(fileAt(join(folder, "file", "config.json")).storeProfile("a", {})).rejects.toMatchObject({
    todo: expect.stringContaining("--config-file FILE"),
  });
});
