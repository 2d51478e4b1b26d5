import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { KeptAssets } from "./kept-assets.ts";

async function givenBuild(files: Record<string, string>) {
  const dir = await mkdtemp(join(tmpdir(), "posthorn-assets-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  const assets = new KeptAssets(dir);
  const read = async (path: string, accepted = "") => {
    const asset = await assets.read(path, accepted);
    return asset && { ...asset, body: String(asset.body) };
  };
  return { dir, read };
}

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.0", "plain"],
  ["brotli", "plain"],
  ["", "plain"],
])("a browser that accepts %j gets the copy %s", async (accepted, copy) => {
  const { read } = await givenBuild({ "a-1.js": "plain", "a-1.js.br": "br", "a-1.js.gz": "gzip" });

  expect(await read("/a-1.js", accepted)).toEqual({
    body: copy,
    type: "text/javascript; charset=utf-8",
    coding: copy === "plain" ? null : copy,
  });
});

test("a small file has no compressed copies", async () => {
  const { read } = await givenBuild({ "font-1.woff2": "font" });

  expect(await read("/font-1.woff2", "br, gzip")).toEqual({ body: "font", type: "font/woff2", coding: null });
});

test("what was read once is read from memory", async () => {
  const { dir, read } = await givenBuild({ "a-1.js": "plain" });
  await read("/a-1.js");
  await rm(join(dir, "a-1.js"));

  expect(await read("/a-1.js")).toMatchObject({ body: "plain" });
});

test("an asset that was missing is found once it is there", async () => {
  const { dir, read } = await givenBuild({});
  expect(await read("/a-1.js")).toBeNull();
  await writeFile(join(dir, "a-1.js"), "plain");

  expect(await read("/a-1.js")).toMatchObject({ body: "plain" });
});

test.each([
  ["a-1.css", "text/css; charset=utf-8"],
  ["a-1.svg", "image/svg+xml"],
  ["a-1.png", "image/png"],
  ["a-1.new", "application/octet-stream"],
])("%s is sent as %s", async (name, type) => {
  const { read } = await givenBuild({ [name]: "content" });

  expect(await read(`/${name}`)).toEqual({ body: "content", type, coding: null });
});
