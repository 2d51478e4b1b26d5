/**
 * The window of `filter-editor.tsx`. Each part of a request has a tab with two editors: the filter, and an input to test
 * it with. The results come from the code that the server runs.
 */
import type { FilterParts } from "@posthorn/contract/filter-trials";
import type { FilterPart } from "@posthorn/contract/rules";
import { BookOpen, Funnel } from "lucide-react";
import { useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor/code-editor.tsx";
import { EditorModal } from "../../ui/code-editor/editor-modal.tsx";
import type { CompletionSource, EditorControls } from "../../ui/code-editor/editor-types.ts";
import { TabPanel } from "../../ui/tabs.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { GuideLink } from "../guides/guide-link.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { ChangeInput } from "./change-input.tsx";
import { ConditionWires, type WiresControls } from "./condition-wires.tsx";
import type { PartResult } from "./explain-texts.ts";
import type { FilterEditorProps } from "./filter-editor.tsx";
import { FilterPrompt } from "./filter-prompt.tsx";
import { filterProblems } from "./filter-problems.ts";
import { suggestFor } from "./filter-suggestions.ts";
import { FILTER_TABS, PART_NAMES } from "./filter-parts.ts";
import {
  filterOf,
  hasText,
  parse,
  savableParts,
  testInputOf,
  textsOf,
  type PartTexts,
} from "./filter-texts.ts";
import { FilterTabs, FILTER_TABS_ID } from "./filter-tabs.tsx";
import { useFilterTab } from "./use-filter-tab.ts";
import { useTestInput, type UsedInput } from "./use-test-input.ts";
import { useTestResults } from "./use-test-results.ts";
import { AwaitedCallout, MissingInputCallout, ResultCallout } from "./result-callout.tsx";
import { RecentStrip } from "./recent-strip.tsx";
import { marksOf } from "./result-marks.ts";

/** Until the first results. */
const NO_FILTER: PartResult = { state: "no-filter" };
const NO_INPUT: PartResult = { state: "no-input" };

export function FilterEditorWindow({
  value,
  onConfirm,
  onClose,
  rulesWith,
  subtitle,
  ...tested
}: FilterEditorProps) {
  const [saved] = useState(() => textsOf(value));
  const [texts, setTexts] = useState(saved);
  const { tab: part, open, forget } = useFilterTab(FILTER_TABS.find((one) => saved[one] !== "") ?? "body");
  // The editor takes the focus at first; a person who moves along the tabs stays on the tabs.
  const [takesFocus, setTakesFocus] = useState(true);
  const openTab = (next: FilterPart, isForEditing: boolean) => {
    setTakesFocus(isForEditing);
    open(next);
  };
  const input = useTestInput(tested);
  const results = useTestResults(texts, input.texts);
  const refusal = useRefusal("configure");
  const filterEditor = useRef<EditorControls>(null);
  const isDirty = JSON.stringify(texts) !== JSON.stringify(saved);

  const confirm = () => {
    const checked = filterOf(texts);
    if ("filter" in checked) {
      forget();
      onConfirm(checked.filter);
    } else {
      openTab(checked.faultyPart, true);
      filterEditor.current?.focus();
    }
  };
  const complete = (filter: FilterParts) => {
    setTexts(textsOf(filter));
    const first = FILTER_TABS.find((tab) => filter[tab] != null);
    if (first && filter[part] == null) openTab(first, false);
  };
  const result = results?.[part] ?? (texts[part].trim() === "" ? NO_FILTER : NO_INPUT);
  const isAwaited =
    result.state === "no-input" && (results === null || input.isLoading || hasText(input.texts));
  return (
    <EditorModal
      isOpen
      onClose={() => {
        forget();
        onClose();
      }}
      title="Filter"
      icon={<Funnel aria-hidden />}
      subtitle={subtitle}
      isDirty={isDirty}
      actions={
        <>
          <GuideLink guide="filters" className={buttonClass({ variant: "quiet" })}>
            <BookOpen aria-hidden /> Filter syntax
          </GuideLink>
          <Button variant="primary" disabledReason={refusal} onClick={confirm}>
            Confirm changes
          </Button>
        </>
      }
    >
      <FilterPrompt
        filter={() => savableParts(texts)}
        input={() => testInputOf(input.texts)}
        onComplete={complete}
      />
      <FilterTabs results={results} value={part} onChange={(next) => openTab(next, false)} />
      <TabPanel
        id={FILTER_TABS_ID}
        value={part}
        className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 max-sm:p-3"
      >
        <div aria-live="polite">
          {isAwaited ? (
            <AwaitedCallout />
          ) : input.missing && result.state !== "no-filter" ? (
            <MissingInputCallout missing={input.missing} cameBy={input.cameBy} />
          ) : (
            <ResultCallout
              part={part}
              result={result}
              onReveal={(line) => filterEditor.current?.reveal(line)}
              onFix={(text) => setTexts({ ...texts, [part]: text })}
            />
          )}
        </div>
        <Panes
          key={part}
          part={part}
          result={result}
          text={texts[part]}
          onChange={(text) => setTexts({ ...texts, [part]: text })}
          input={input}
          sourceId={tested.sourceId}
          controls={filterEditor}
          onSubmit={confirm}
          isFocusedAtStart={takesFocus}
        />
      </TabPanel>
      <RecentStrip texts={texts} tested={tested} rulesWith={rulesWith} onChoose={input.choose} />
    </EditorModal>
  );
}

interface PanesProps {
  part: FilterPart;
  result: PartResult;
  text: string;
  onChange: (text: string) => void;
  input: UsedInput;
  sourceId: string | null;
  controls: RefObject<EditorControls | null>;
  onSubmit: () => void;
  isFocusedAtStart: boolean;
}

function Panes({
  part,
  result,
  text,
  onChange,
  input,
  sourceId,
  controls,
  onSubmit,
  isFocusedAtStart,
}: PanesProps) {
  const name = PART_NAMES[part];
  const marks = useMemo(() => marksOf(result), [result]);
  const inputEditor = useRef<EditorControls>(null);
  const wires = useRef<WiresControls>(null);
  const redraw = () => wires.current?.redraw();
  const complete: CompletionSource = (request) => {
    const sample = parse(input.texts[part]);
    return suggestFor(sample.ok ? sample.value : null, request);
  };
  const writeInput = (written: string) => {
    const next: PartTexts = { ...input.texts, [part]: written };
    input.write(next);
  };
  return (
    <div className="grid min-h-0 flex-1 grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] lg:gap-0">
      <section className="flex min-h-70 min-w-0 flex-col">
        <PaneHead title="Filter" detail={detailOf(result)} end={<HeldCount result={result} />} />
        <CodeEditor
          label={`Filter for the ${name.toLowerCase()}`}
          language="json"
          height="fill"
          value={text}
          onChange={onChange}
          controls={controls}
          onMove={redraw}
          lintSources={[filterProblems]}
          completionSources={[complete]}
          keys={{ "Mod-Enter": onSubmit }}
          marks={marks.filter}
          isFocusedAtStart={isFocusedAtStart}
          placeholder={PLACEHOLDERS[part]}
        />
      </section>
      <ConditionWires result={result} filter={controls} input={inputEditor} controls={wires} />
      <section className="flex min-h-70 min-w-0 flex-col">
        <PaneHead
          title="Input"
          detail={
            input.origin ? (
              <>
                <span className="mono">{input.origin.id}</span> <Timestamp value={input.origin.created_at} />
                {input.cameBy === null ? null : <span className="text-ink"> {input.cameBy}</span>}
              </>
            ) : input.isWritten ? (
              "written by hand"
            ) : (
              "none yet"
            )
          }
          end={
            <ChangeInput
              sourceId={sourceId}
              chosenId={input.origin?.id ?? null}
              onChoose={input.choose}
              isPending={input.isPending}
            />
          }
        />
        <CodeEditor
          label={`Input: ${name.toLowerCase()} of the request`}
          language="json"
          height="fill"
          value={input.texts[part]}
          onChange={writeInput}
          controls={inputEditor}
          onMove={redraw}
          marks={marks.input}
          className="bg-sunken"
        />
      </section>
    </div>
  );
}

const PLACEHOLDERS: Record<FilterPart, string> = {
  body: '{ "type": "order.paid", "total": { "$gte": 50 } }',
  headers: '{ "x-topic": { "$startsWith": "orders/" } }',
  query: '{ "test": { "$exist": false } }',
  path: '{ "$startsWith": "/orders" }',
};

function PaneHead({ title, detail, end }: { title: string; detail: ReactNode; end: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-2 text-sm">
      <h3 className="font-semibold">{title}</h3>
      <span className="min-w-0 flex-1 truncate text-xs text-ink-2 max-sm:whitespace-normal">{detail}</span>
      {end}
    </div>
  );
}

function detailOf(result: PartResult): string {
  if (result.state !== "tested") return "JSON";
  const { length } = result.conditions;
  return `JSON, ${length} ${length === 1 ? "condition" : "conditions"}`;
}

function HeldCount({ result }: { result: PartResult }) {
  if (result.state !== "tested") return null;
  const holding = result.conditions.filter(({ holds }) => holds).length;
  return (
    <span className="shrink-0 text-xs text-ink-2 tabular-nums">
      {holding} of {result.conditions.length} hold
    </span>
  );
}
