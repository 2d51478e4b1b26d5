/** What changes in the content of a request? The parts that differ, one at a time, as a comparison line by line. */
import type { TrialChange } from "@posthorn/contract/rules-trial";
import type { FilterPart } from "@posthorn/contract/rules";
import { useId, useState } from "react";
import { CodeDiff } from "../../../ui/code-editor/code-diff.tsx";
import { diffCounts, linesOf } from "../../../ui/code-editor/line-diff.ts";
import { TabList, TabPanel } from "../../../ui/tabs.tsx";
import type { ComparedTexts } from "../../payloads/compared-parts.ts";
import { diffTexts, PART_LABELS } from "./diff-texts.ts";

const LINE_PX = 20;
/** Few lines make a low box, many lines scroll. */
const HEIGHTS_PX = { least: 100, most: 300 };

function heightFor({ before, after }: ComparedTexts): number {
  const lines = linesOf(before).length + (diffCounts(before, after)?.added ?? 0);
  return Math.max(HEIGHTS_PX.least, Math.min(HEIGHTS_PX.most, (lines + 2) * LINE_PX));
}

const COMPARED = { saved: "Saved rules → edited rules", request: "Request → edited rules" };

export function ContentDiff({ change }: { change: TrialChange }) {
  const { from, parts, contents } = change;
  const [chosen, setChosen] = useState<FilterPart | undefined>(parts[0]);
  const id = useId();
  if (contents === null)
    return (
      <p className="text-ink-2">
        It differs in {parts.map((part) => PART_LABELS[part].toLowerCase()).join(", ")}, and is too large to
        be compared here.
      </p>
    );
  if (chosen === undefined) return null;
  const texts = diffTexts(contents, chosen);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 border-b border-line">
        <TabList
          id={id}
          label="Part of the request"
          tabs={parts.map((part) => ({ value: part, label: PART_LABELS[part] }))}
          value={chosen}
          onChange={setChosen}
          className="border-b-0"
        />
        <span className="pb-2 text-xs text-ink-3">{COMPARED[from]}</span>
      </div>
      <TabPanel id={id} value={chosen}>
        <CodeDiff
          label={`Changes of the ${PART_LABELS[chosen].toLowerCase()}`}
          {...texts}
          language="json"
          height={heightFor(texts)}
        />
      </TabPanel>
    </div>
  );
}
