/** The left half of the editor: the request that goes in, what comes out of the code, and the difference. */
import { ChevronDown } from "lucide-react";
import { CodeEditor } from "../../ui/code-editor/code-editor.tsx";
import type { Problem } from "../../ui/code-editor/editor-types.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { later } from "../../ui/later.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import type { ChosenInput } from "../transformations/chosen-input.ts";
import type { TransformTab } from "../transformations/executions-url.ts";
import { readRunInput } from "../transformations/run-input.ts";
import { transformTabs } from "../transformations/transform-tabs.tsx";
import type { Trial } from "./use-trial.ts";

const CodeDiff = later(() => import("../../ui/code-editor/code-diff.tsx")).component(
  (loaded) => loaded.CodeDiff,
);

export interface InputPaneProps {
  tab: TransformTab;
  onTab: (tab: TransformTab) => void;
  input: ChosenInput;
  text: string;
  onText: (text: string) => void;
  trial: Trial | null;
  onRun: () => void;
  onChangeInput: () => void;
}

const FLAT = "rounded-none! border-0!";

export function InputPane(props: InputPaneProps) {
  const { tab, onTab, trial, onChangeInput } = props;
  return (
    <section aria-label="Input and output" className="flex min-h-0 min-w-0 flex-col max-lg:min-h-[70dvh]">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-3 border-b border-line px-4">
        <TabList
          id="transform"
          label="Input and output"
          tabs={transformTabs(trial?.before ?? null, trial?.output ?? null)}
          value={tab}
          onChange={onTab}
          className="border-b-0"
        />
        <Button size="sm" onClick={onChangeInput}>
          Change input <ChevronDown aria-hidden />
        </Button>
      </div>
      <Origin {...props} />
      <TabPanel id="transform" value={tab} className="min-h-0 flex-1">
        <TabContent {...props} />
      </TabPanel>
    </section>
  );
}

/** Where the input comes from, with the text of the shown tab to copy. */
function Origin({ input, text, tab, trial }: InputPaneProps) {
  const isEdited = text !== input.text;
  const shown = tab === "input" ? text : trial?.output;
  return (
    <div className="flex h-9 shrink-0 items-center gap-3 border-b border-line bg-sunken px-4 text-xs text-ink-2">
      {input.id === null ? <span>Sample request</span> : <span className="mono truncate">{input.id}</span>}
      {input.at === null ? null : <Timestamp value={input.at} className="max-sm:hidden" />}
      {isEdited ? <span className="text-ink-3">edited</span> : null}
      {shown ? (
        <CopyButton
          value={shown}
          label={`Copy the ${tab === "input" ? "input" : "output"}`}
          className="ml-auto"
        />
      ) : null}
    </div>
  );
}

function inputProblems(text: string): Problem[] {
  const input = readRunInput(text);
  return "problem" in input
    ? [{ from: 0, to: Math.min(1, text.length), severity: "error", message: input.problem }]
    : [];
}

const INPUT_LINT = [inputProblems];

function TabContent({ tab, text, onText, trial, onRun }: InputPaneProps) {
  if (tab === "input")
    return (
      <CodeEditor
        label="Input"
        language="json"
        height="fill"
        className={FLAT}
        value={text}
        onChange={onText}
        lintSources={INPUT_LINT}
        keys={{ "Mod-Enter": onRun }}
      />
    );
  if (trial === null) return <Sentence>No output yet</Sentence>;
  if (trial.output === null) return <Sentence>The code gave no output. The console says why.</Sentence>;
  if (tab === "output")
    return (
      <CodeEditor
        label="Output"
        language="json"
        height="fill"
        className={FLAT}
        value={trial.output}
        isReadOnly
      />
    );
  return (
    <CodeDiff
      label="Changes by the transformation"
      before={trial.before}
      after={trial.output}
      language="json"
      height="fill"
      className={FLAT}
    />
  );
}

function Sentence({ children }: { children: string }) {
  return (
    <p className="flex h-full items-center justify-center bg-sunken p-6 text-center text-sm text-ink-2">
      {children}
    </p>
  );
}
