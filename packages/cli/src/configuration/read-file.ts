/**
 * What does a configuration file say?
 *
 * Pure: from the text of the file and the environment to a checked content. The code that stands in other files is read
 * by the command (files.ts), and what the content means together is said in wanted.ts.
 */
import * as z from "zod/mini";
import { LineCounter, type Document, isMap, isNode, isPair, isScalar, isSeq, parseDocument } from "yaml";
import { Failure } from "../failure.ts";
import { printable } from "../output/printable.ts";
import { FILE_VERSION, FileContent } from "./entries.ts";
import { isFields } from "./configuration.ts";
import { fieldsAt } from "./json-schema.ts";
import { type LineOf, NO_TEXT, type Problem, problemsOf, refusalOf } from "./problems.ts";
import { resolved } from "./references.ts";

export interface ReadFile {
  content: FileContent;
  /** How the file has written what came from the environment, by `pathId`. */
  written: ReadonlyMap<string, string>;
  refusal: (problems: readonly Problem[]) => Failure;
}

export function readFileText(
  name: string,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): ReadFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error)
    throw new Failure(`${printable(name)} is not YAML.`, {
      why: `  ${printable(name)}:${lines.linePos(error.pos[0]).line}: ${printable(error.message)}`,
      todo: "Nothing was changed.",
    });
  const lineOf: LineOf = (path) => lineIn(document, lines, path);
  const refusal = (problems: readonly Problem[]) => refusalOf(name, problems, lineOf);
  const raw = contentOf(document, refusal);
  const { content, missing, written } = resolved(raw, env);
  if (missing.length > 0)
    throw new Failure(
      `${printable(name)} needs ${missing.length === 1 ? "a variable that is" : "variables that are"} not set: ${missing.join(", ")}.`,
      {
        why: "The file takes them from the environment. An empty variable counts as not set.",
        todo: "Nothing was changed. Set them, and try again.",
      },
    );
  const parsed = z.safeParse(FileContent, content, { error: () => NO_TEXT });
  if (!parsed.success)
    throw refusal(problemsOf(parsed.error.issues, { content, fieldsAt: (path) => fieldsAt(path, content) }));
  return { content: parsed.data, written, refusal };
}

function contentOf(document: Document, refusal: (problems: readonly Problem[]) => Failure): unknown {
  let content: unknown;
  try {
    content = document.toJS();
  } catch (cause) {
    throw refusal([{ path: [], text: cause instanceof Error ? cause.message : String(cause) }]);
  }
  if (!isFields(content))
    throw refusal([{ path: [], text: "must be an object that begins with version: 1" }]);
  const { version } = content;
  if (typeof version === "number" && version > FILE_VERSION)
    throw refusal([
      { path: ["version"], text: `is ${version}; this client reads ${FILE_VERSION}. Update the client` },
    ]);
  // A schema of names would lose this one without a word.
  for (const [section, things] of Object.entries(content))
    if (isFields(things) && Object.hasOwn(things, "__proto__"))
      throw refusal([{ path: [section, "__proto__"], text: "is no name" }]);
  return content;
}

/** The line of a key, or of the nearest thing around it that the text has. */
function lineIn(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | null {
  let node: unknown = document.contents;
  let at: number | null = null;
  const note = (found: unknown) => {
    if (isNode(found) && found.range) at = lines.linePos(found.range[0]).line;
  };
  note(node);
  for (const step of path) {
    if (isMap(node)) {
      const pair: unknown = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!isPair(pair)) break;
      note(pair.key);
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      note(node);
    } else break;
  }
  return at;
}
