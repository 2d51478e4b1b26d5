/**
 * Where are a configuration file, the code beside it and its schema on the disk?
 *
 * The only file of this folder that reads and writes files.
 */
import { mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { Failure, misuse } from "../failure.ts";
import type { Machine } from "../machine.ts";
import { printable } from "../output/printable.ts";
import type { Configuration } from "./configuration.ts";
import { SCHEMA_FILE, configurationSchema } from "./json-schema.ts";
import type { Problem } from "./problems.ts";
import { readFileText } from "./read-file.ts";
import { wantedConfiguration } from "./wanted.ts";
import type { WrittenFile } from "./write-file.ts";

export const USUAL_FILE = "posthorn.yaml";

export interface WantedFile {
  wanted: Configuration;
  /** How the file has written what came from the environment, by `pathId`. */
  written: ReadonlyMap<string, string>;
}

/** `-` is stdin. */
export async function readConfigurationFile(
  file: string,
  { env, input }: Pick<Machine, "env" | "input">,
): Promise<WantedFile> {
  const isPiped = file === "-";
  const text = isPiped ? await readAll(input.stream) : await readText(file);
  const { content, written, refusal } = readFileText(isPiped ? "stdin" : file, text, env);
  const codes = new Map<string, string>();
  const unreadable: Problem[] = [];
  for (const [name, { code: inside, code_file }] of Object.entries(content.transformations ?? {})) {
    if (inside !== undefined) codes.set(name, inside);
    if (code_file === undefined) continue;
    const code = await readCode(isPiped ? "." : dirname(file), code_file);
    if ("problem" in code)
      unreadable.push({ path: ["transformations", name, "code_file"], text: code.problem });
    else codes.set(name, code.text);
  }
  const { wanted, problems } = wantedConfiguration(content, codes);
  const all = [...unreadable, ...problems];
  if (all.length > 0) throw refusal(all);
  return { wanted, written };
}

/** Only of its own folder: a plan shows the code, and nobody expects `/etc/passwd` in the log of a pull request. */
async function readCode(folder: string, name: string): Promise<{ text: string } | { problem: string }> {
  try {
    const [within, path] = await Promise.all([realpath(folder), realpath(resolve(folder, name))]);
    if (!path.startsWith(within.endsWith(sep) ? within : within + sep))
      return { problem: "must be in the folder of the configuration file, or below it" };
    return { text: await readFile(path, "utf8") };
  } catch (error) {
    return { problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new Failure(`The file ${printable(file)} cannot be read.`, {
      ...(cause instanceof Error && { why: `${cause.message}.` }),
      todo: "posthorn export --out posthorn.yaml writes the configuration of the project to a file.",
      exit: "misused",
      cause,
    });
  }
}

/** Where `--out` leads: to the file, or to the usual one in a folder. */
export async function placeOf(out: string): Promise<string> {
  if (/[/\\]$/.test(out) || (await isFolder(out))) return join(out, USUAL_FILE);
  if (!/\.ya?ml$/i.test(out))
    throw misuse(
      `--out ${printable(out)} is neither a folder nor a file of YAML.`,
      "Write for example --out posthorn.yaml, or --out configuration/ for a folder.",
    );
  return out;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // there is nothing yet
  }
}

/** Returns the files that it wrote. Files of transformations that are gone stay: they may be somebody's own. */
export async function writeConfigurationFile(
  file: string,
  { yaml, codeFiles }: WrittenFile,
): Promise<string[]> {
  const folder = dirname(file);
  const schema = `${JSON.stringify(configurationSchema(), null, 2)}\n`;
  const files = new Map([
    [file, yaml],
    ...[...codeFiles].map(([name, code]): [string, string] => [join(folder, name), code]),
    [join(folder, SCHEMA_FILE), schema],
  ]);
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return [...files.keys()];
}
