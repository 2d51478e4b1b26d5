/** Which two texts does a person compare for each part that changes? Pure. */
import type { FilterPart } from "@posthorn/contract/rules";
import type { TrialChange } from "@posthorn/contract/rules-trial";
import { diffCounts, type DiffCounts } from "../../../ui/code-editor/line-diff.ts";
import { comparedBodies, headersText, type ComparedTexts } from "../../payloads/compared-parts.ts";

export const PART_LABELS: Record<FilterPart, string> = {
  body: "Body",
  headers: "Headers",
  path: "Path",
  query: "Query",
};

type Contents = NonNullable<TrialChange["contents"]>;

export function diffTexts({ before, after }: Contents, part: FilterPart): ComparedTexts {
  if (part === "body") return comparedBodies(before.body, after.body);
  if (part === "headers") return { before: headersText(before.headers), after: headersText(after.headers) };
  return { before: before[part] ?? "", after: after[part] ?? "" };
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
