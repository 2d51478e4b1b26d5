/** The right half of the editor: the code, its variables, the button that runs it, and the console. */
import { CircleAlert, CircleCheck, Eraser, Play, TriangleAlert } from "lucide-react";
import { useMemo, useRef } from "react";
import { CollapsibleConsole } from "../transformations/collapsible-console.tsx";
import { ConsoleLines } from "../transformations/console-lines.tsx";
import type { RunOutcome } from "../transformations/run-outcome.ts";
import type { VariableRow } from "../transformations/variable-rows.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor/code-editor.tsx";
import type { EditorControls } from "../../ui/code-editor/editor-types.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { codeSources } from "./code-sources.ts";
import type { Trial } from "./use-trial.ts";
import { VariablesDropdown } from "./variables-dropdown.tsx";

export interface CodePaneProps {
  code: string;
  onCode: (code: string) => void;
  /** The text of the input: completion offers its fields. */
  inputText: string;
  variables: readonly VariableRow[];
  onVariables: (rows: VariableRow[]) => void;
  isVariablesOpen: boolean;
  onVariablesOpen: (isOpen: boolean) => void;
  trial: Trial | null;
  isRunning: boolean;
  onRun: () => void;
  onClear: () => void;
  refusal: string | undefined;
}

export function CodePane(props: CodePaneProps) {
  const { code, onCode, inputText, variables, trial, isRunning, onRun, onClear, refusal } = props;
  const controls = useRef<EditorControls>(null);
  const sources = useMemo(() => codeSources(inputText, variables), [inputText, variables]);
  const marks = useMemo(() => failureMarks(trial, code), [trial, code]);
  return (
    <section
      aria-label="Code"
      className="flex min-h-0 min-w-0 flex-col border-line max-lg:min-h-[90dvh] max-lg:border-t lg:border-l"
    >
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-3 pl-4">
        <h2 className="text-sm font-medium">Code</h2>
        <span className="text-sm text-ink-2">JavaScript</span>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <VariablesDropdown
            rows={variables}
            onChange={props.onVariables}
            isOpen={props.isVariablesOpen}
            onOpenChange={props.onVariablesOpen}
          />
          <Button icon={<Play aria-hidden />} isPending={isRunning} disabledReason={refusal} onClick={onRun}>
            Run transformation <Kbd keys="$mod+Enter" className="max-sm:hidden" />
          </Button>
        </div>
      </div>
      <div className="min-h-0 flex-1">
        <CodeEditor
          label="Code"
          language="javascript"
          height="fill"
          className="rounded-none! border-0!"
          value={code}
          onChange={onCode}
          keys={{ "Mod-Enter": onRun }}
          marks={marks}
          controls={controls}
          {...sources}
        />
      </div>
      <CollapsibleConsole
        lineCount={trial?.result.console.length ?? 0}
        className="h-40"
        aside={
          trial ? (
            <>
              <Outcome outcome={trial.outcome} />
              <span className="text-xs text-ink-3 tabular-nums">{Math.round(trial.durationMs)} ms</span>
              <IconButton label="Clear the console" icon={<Eraser />} size="sm" onClick={onClear} />
            </>
          ) : null
        }
      >
        <ConsoleLines
          lines={trial?.result.console ?? []}
          failurePosition={trial?.code === code ? trial.result.failure_position : null}
          onReveal={({ line, column }) => controls.current?.reveal(line, column)}
          emptyText={
            trial ? "The code wrote nothing to the console." : "Run the code to see what it writes here."
          }
        />
      </CollapsibleConsole>
    </section>
  );
}

/** Tints the line of the error, as long as the code is the one that ran. */
function failureMarks(trial: Trial | null, code: string) {
  const position = trial?.code === code ? trial.result.failure_position : null;
  const note = trial?.result.console
    .at(-1)
    ?.message.split("\n")[0]
    ?.replace(/ \(line \d+, column \d+\)$/, "");
  return position ? [{ line: position.line, tone: "bad" as const, ...(note !== undefined && { note }) }] : [];
}

const LOOKS = {
  error: { Icon: CircleAlert, className: "text-bad" },
  warning: { Icon: TriangleAlert, className: "text-hold" },
  success: { Icon: CircleCheck, className: "text-ok" },
};

function Outcome({ outcome: { tone, text } }: { outcome: RunOutcome }) {
  const { Icon, className } = LOOKS[tone];
  return (
    <span className={`flex items-center gap-1.5 text-xs font-medium ${className}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {text}
    </span>
  );
}
