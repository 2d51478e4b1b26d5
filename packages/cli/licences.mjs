/** Which packages are inside a bundle, and under which licences? */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * @param {string} where what contains them, as it is said to readers
 * @param {readonly import("rolldown").OutputChunk[] | readonly (import("rolldown").OutputChunk | import("rolldown").OutputAsset)[]} files
 */
export async function licences(where, files) {
  const modules = files.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const folders = new Set(
    modules.flatMap(
      (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/"))?.[0] ?? [],
    ),
  );
  const texts = await Promise.all([...folders].toSorted().map(licenceOf));
  return `${where} contains these packages.\n\n${texts.join("\n")}`;
}

/** @param {string} packageFolder */
async function licenceOf(packageFolder) {
  const { name, version, license } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const file = (await readdir(packageFolder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? await readFile(join(packageFolder, file), "utf8") : "";
  return `${name} ${version} (${license})\n\n${text}`;
}
