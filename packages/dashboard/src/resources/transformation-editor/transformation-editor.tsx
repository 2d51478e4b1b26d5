/**
 * The editor of one transformation, in a window of its own: the input and what the code makes of it on the left, the
 * code on the right.
 *
 * Name, code and variables are one form. If somebody else has saved meanwhile, nothing is saved and nothing typed is
 * lost: the person sees both versions and decides.
 */
import type { Transformation } from "@posthorn/contract/transformations";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Braces, History, Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { later } from "../../ui/later.tsx";
import { toast } from "../../ui/toast.ts";
import { refusalOf } from "../api/save-refusal.ts";
import { useRefusal } from "../session/use-refusal.ts";
import { inputById, SAMPLE, startInputQuery, type ChosenInput } from "../transformations/chosen-input.ts";
import { connectionsWithQuery, transformationQuery } from "../transformations/transformation-queries.ts";
import {
  useCreateTransformation,
  useUpdateTransformation,
} from "../transformations/transformation-actions.ts";
import { envOf, rowProblems } from "../transformations/variable-rows.ts";
import { Button } from "../../ui/button.tsx";
import { EditorModal } from "../../ui/code-editor/editor-modal.tsx";
import { FormStatusContext } from "../../ui/form/form-status.ts";
import { Refusal } from "../../ui/form/refusal.tsx";
import { FIX_ERRORS, useSaveForm } from "../../ui/form/use-save-form.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { ReadOnlyContext } from "../../ui/read-only.ts";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { CodePane } from "./code-pane.tsx";
import { bodyOf, EditorSchema, valuesOf, type EditorValues } from "./editor-form.ts";
import type { EditorSearch } from "./editor-url.ts";
import { InputPane } from "./input-pane.tsx";
import { useTrial } from "./use-trial.ts";

// Most visits need none of these, so each loads when it is first shown.
const ChangeInput = later(() => import("./change-input.tsx")).component((loaded) => loaded.ChangeInput);
const EditorConflict = later(() => import("./editor-conflict.tsx")).component(
  (loaded) => loaded.EditorConflict,
);
const ExecutionsWindow = later(() => import("./executions-window.tsx")).component(
  (loaded) => loaded.ExecutionsWindow,
);
const NameDialog = later(() => import("./name-dialog.tsx")).component((loaded) => loaded.NameDialog);

export interface TransformationEditorProps {
  /** Null for a new transformation. */
  stored: Transformation | null;
  /** It is a page of its own, and not a window over a form. */
  isPage?: boolean;
  search: EditorSearch;
  onSearch: (search: EditorSearch, how: "push" | "replace") => void;
  /** The person has agreed to lose what is unsaved. */
  onClose: () => void;
  onSaved: (saved: Transformation) => void | Promise<void>;
}

type Asking = "name" | "name before saving" | "input" | null;

export function TransformationEditor({
  stored,
  isPage = false,
  search,
  onSearch,
  onClose,
  onSaved,
}: TransformationEditorProps) {
  const refusal = useRefusal("configure");
  const form = useEditorForm(stored, onSaved);
  const { name, code, variables } = form.state.watch();
  const set = <Key extends keyof EditorValues>(key: Key, value: EditorValues[Key]) =>
    // Safe: `Key` names a field of the form, and `value` is of its type.
    form.state.setValue(key, value as never, { shouldDirty: true, shouldValidate: true });

  const connections = useUsers(stored);
  const { input, text, setText, choose } = useInput(stored, search.input_execution_id);
  const { trial, isRunning, run, clear } = useTrial();
  const [asking, setAsking] = useState<Asking>(null);
  const [isVariablesOpen, setIsVariablesOpen] = useState(false);
  const tab = search.transform_tab ?? "input";
  const openTab = (transform_tab: EditorSearch["transform_tab"]) =>
    onSearch({ ...search, transform_tab }, "replace");
  const title = name === "" ? "New transformation" : name;

  const hasVariableProblem = rowProblems(variables).some((problem) => problem !== undefined);
  const start = async () => {
    if (refusal !== undefined) return;
    if (hasVariableProblem) return setIsVariablesOpen(true);
    const webhook_id = input.webhook_id ?? connections[0]?.id ?? null;
    const obstacle = await run({ code, env: envOf(variables), inputText: text, webhook_id });
    if (obstacle === "input") openTab("input");
    else if (obstacle === null && tab === "input") openTab("output");
    return undefined;
  };
  const runNow = () => void start();
  useShortcuts("Transformation editor", {
    "$mod+Enter": { label: "Run transformation", run: () => (asking === null ? runNow() : undefined) },
  });

  const confirm = () => {
    if (hasVariableProblem) {
      toast.error(FIX_ERRORS);
      setIsVariablesOpen(true);
    } else if (code.trim() === "") toast.error("A transformation needs code. Write some, then save.");
    else if (name === "") setAsking("name before saving");
    else form.submit();
  };
  const takeName = (next: string) => {
    set("name", next);
    setAsking(null);
    if (asking === "name before saving") form.submit();
  };

  return (
    <FormStatusContext value={form}>
      {isPage ? <PageBehind title={title} /> : null}
      <EditorModal
        isOpen
        isPage={isPage}
        isDirty={form.isDirty}
        isUnsaved={form.isUnsaved}
        icon={<Braces aria-hidden />}
        title={title}
        subtitle={
          <span className="flex items-center">
            <IconButton
              label="Edit name"
              icon={<Pencil />}
              size="sm"
              disabled={refusal !== undefined}
              onClick={() => setAsking("name")}
            />
            {stored === null ? null : <UsedBy count={connections.length} />}
          </span>
        }
        actions={
          <>
            {stored === null ? null : (
              <Button
                icon={<History aria-hidden />}
                onClick={() => onSearch({ ...search, executions: "open" }, "push")}
              >
                <span className="max-sm:sr-only">View execution list</span>
              </Button>
            )}
            <Button
              variant="primary"
              isPending={form.isSaving}
              disabledReason={
                refusal ?? (stored === null || form.isDirty ? undefined : "Nothing has changed")
              }
              onClick={confirm}
            >
              Confirm changes
            </Button>
          </>
        }
        onClose={onClose}
      >
        {form.conflict ? <EditorConflict fields={form.conflict} /> : null}
        {refusal === undefined ? null : (
          <Refusal className="border-b border-line bg-sunken px-4 py-2">{refusal}</Refusal>
        )}
        <ReadOnlyContext value={refusal}>
          <div className="grid min-h-0 flex-1 max-lg:overflow-y-auto lg:grid-cols-[minmax(0,44fr)_minmax(0,56fr)]">
            <InputPane
              tab={tab}
              onTab={openTab}
              input={input}
              text={text}
              onText={setText}
              trial={trial}
              onRun={runNow}
              onChangeInput={() => setAsking("input")}
            />
            <CodePane
              code={code}
              onCode={(next) => set("code", next)}
              inputText={text}
              variables={variables}
              onVariables={(rows) => set("variables", rows)}
              isVariablesOpen={isVariablesOpen}
              onVariablesOpen={setIsVariablesOpen}
              trial={trial}
              isRunning={isRunning}
              onRun={runNow}
              onClear={clear}
              refusal={refusal}
            />
          </div>
        </ReadOnlyContext>
        {asking === "name" || asking === "name before saving" ? (
          <NameDialog
            onClose={() => setAsking(null)}
            name={name}
            storedName={stored?.name}
            doneLabel={asking === "name before saving" ? "Save" : "Done"}
            onName={takeName}
          />
        ) : null}
        {asking === "input" ? (
          <ChangeInput
            onClose={() => setAsking(null)}
            transformationId={stored?.id ?? null}
            connections={connections}
            onChoose={(chosen) => {
              choose(chosen);
              openTab("input");
            }}
          />
        ) : null}
        {stored !== null && search.executions === "open" ? (
          <ExecutionsWindow
            onClose={() => onSearch({ ...search, executions: undefined }, "replace")}
            transformationId={stored.id}
            onUseInput={(executionId) => {
              void takeInputOf(executionId, stored.id, choose);
              onSearch({ ...search, executions: undefined, transform_tab: "input" }, "replace");
            }}
          />
        ) : null}
      </EditorModal>
    </FormStatusContext>
  );
}

/** What a page has and a window over a form has not: the title of the browser's tab, and a main region. */
function PageBehind({ title }: { title: string }) {
  usePageTitle(title);
  return <main aria-label="Transformation" className="min-h-0 flex-1" />;
}

function UsedBy({ count }: { count: number }) {
  return (
    <span className="ml-2 max-md:hidden">
      {count === 0
        ? "Used by no connection"
        : `Used by ${count} ${count === 1 ? "connection" : "connections"}`}
    </span>
  );
}

function useEditorForm(stored: Transformation | null, onSaved: TransformationEditorProps["onSaved"]) {
  const client = useQueryClient();
  const { mutateAsync: create } = useCreateTransformation();
  const { mutateAsync: update } = useUpdateTransformation();
  const [saved] = useState<{ transformation: Transformation | null }>({ transformation: null });
  return useSaveForm<EditorValues>({
    schema: EditorSchema,
    stored: valuesOf(stored),
    ...(stored && { version: stored.updated_at }),
    isNew: stored === null,
    save: (values, version) => {
      const saving = stored
        ? update({ id: stored.id, ifUnchangedSince: version ?? stored.updated_at, body: bodyOf(values) })
        : create(bodyOf(values));
      const noted = saving.then((transformation) => (saved.transformation = transformation));
      return refusalOf(noted, { failed: "Failed to save transformation" });
    },
    ...(stored && {
      newest: async () => {
        const newest = await client.fetchQuery({ ...transformationQuery(stored.id), staleTime: 0 });
        return { stored: valuesOf(newest), version: newest.updated_at };
      },
    }),
    onSaved: () => (saved.transformation ? onSaved(saved.transformation) : undefined),
  });
}

/** The connections that use the transformation. None for a new one. */
function useUsers(stored: Transformation | null) {
  const users = useQuery({ ...connectionsWithQuery(stored?.id ?? ""), enabled: stored !== null });
  return users.data?.models ?? [];
}

/** The chosen request, and its text as the person has edited it. */
function useInput(stored: Transformation | null, executionId: string | undefined) {
  const start = useQuery(startInputQuery(stored?.id ?? null, executionId));
  const [chosen, setChosen] = useState<ChosenInput | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const missingId = start.data?.missingId;
  useEffect(() => {
    if (missingId) toast.error(`Could not find data for ID ${missingId}`);
  }, [missingId]);
  const input = chosen ?? start.data?.input ?? SAMPLE;
  return {
    input,
    text: edited ?? input.text,
    setText: setEdited,
    choose: (next: ChosenInput) => {
      setChosen(next);
      setEdited(null);
    },
  };
}

async function takeInputOf(id: string, transformationId: string, choose: (input: ChosenInput) => void) {
  const input = await inputById(id, transformationId).catch(() => null);
  if (input === null) {
    toast.error(`Could not find data for ID ${id}`);
    return;
  }
  toast.success(`Request data applied for ID ${id}`);
  choose(input);
}
