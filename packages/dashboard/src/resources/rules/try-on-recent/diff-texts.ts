/** Which two texts does a person compare for each part that changes? Pure. */
import type { FilterPart } from "@posthorn/contract/rules";
import type { TrialChange, TrialContent } from "@posthorn/contract/rules-trial";
import { diffCounts, type DiffCounts } from "../../../ui/code-editor/line-diff.ts";
import { indentJson } from "../../../ui/json-viewer/indent-json.ts";

export const PART_LABELS: Record<FilterPart, string> = {
  body: "Body",
  headers: "Headers",
  path: "Path",
  query: "Query",
};

export interface DiffTexts {
  before: string;
  after: string;
}

type Contents = NonNullable<TrialChange["contents"]>;

/** JSON has one value per line, if both bodies are JSON. Headers have one line each, in the order of their names. */
export function diffTexts({ before, after }: Contents, part: FilterPart): DiffTexts {
  if (part === "headers") return { before: headersJson(before), after: headersJson(after) };
  if (part !== "body") return { before: before[part] ?? "", after: after[part] ?? "" };
  const [was, is] = [indentJson(before.body), indentJson(after.body)];
  return was === null || is === null
    ? { before: before.body, after: after.body }
    : { before: was, after: is };
}

function headersJson({ headers }: TrialContent): string {
  const inOrder = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(inOrder), null, 2);
}

/** The lines that all changed parts gain and lose together. Null when they cannot be compared. */
export function lineCounts({ contents, parts }: TrialChange): DiffCounts | null {
  if (contents === null) return null;
  const sum: DiffCounts = { added: 0, removed: 0 };
  for (const part of parts) {
    const { before, after } = diffTexts(contents, part);
    const counts = diffCounts(before, after);
    if (counts === null) return null;
    sum.added += counts.added;
    sum.removed += counts.removed;
  }
  return sum;
}
