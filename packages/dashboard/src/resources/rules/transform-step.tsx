/**
 * The settings of a transform rule: which transformation runs. A person writes a new one, or changes the code of the
 * chosen one, in a window over this form.
 */
import { Braces, Plus } from "lucide-react";
import { useRef, useState, type MouseEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { useChoices } from "../pickers/use-choices.ts";
import { useRefusal } from "../session/use-refusal.ts";
import type { ErrorAt } from "./rule-step-row.tsx";
import type { StepOf } from "./rules-form.ts";

const EditorWindow = later(() => import("../transformation-editor/editor-window.tsx")).component(
  (loaded) => loaded.EditorWindow,
);

export interface TransformStepProps {
  step: StepOf<"transform">;
  onChange: (step: StepOf<"transform">) => void;
  errorAt: ErrorAt;
}

/** What the window is open for. */
type Editing = "new" | "chosen" | null;

export function TransformStep({ step, onChange, errorAt }: TransformStepProps) {
  const transformations = useChoices("transformation", step.transformation_id);
  const refusal = useRefusal("configure");
  const [editing, setEditing] = useState<Editing>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const choose = (transformation_id: string) => onChange({ ...step, transformation_id });
  const open = (what: Editing) => (press: MouseEvent<HTMLButtonElement>) => {
    opener.current = press.currentTarget;
    setEditing(what);
  };
  const close = () => {
    setEditing(null);
    opener.current?.focus();
  };
  return (
    <>
      <Field
        label="Transformation"
        isRequired
        error={errorAt("transformation_id")}
        hint={transformations.isEmpty ? "There is none yet." : undefined}
      >
        <div className="flex flex-wrap gap-2">
          <div className="min-w-48 flex-1">
            <Combobox
              label="Transformation"
              items={transformations.models}
              value={transformations.chosen}
              onChange={(item) => choose(item?.id ?? "")}
              itemToText={({ name }) => name}
              itemToKey={({ id }) => id}
              placeholder="Choose a transformation"
              isDisabled={transformations.models.length === 0}
              search={transformations.search}
            />
          </div>
          {step.transformation_id === "" ? null : (
            <Button icon={<Braces aria-hidden />} disabledReason={refusal} onClick={open("chosen")}>
              Edit code
            </Button>
          )}
          <Button icon={<Plus aria-hidden />} disabledReason={refusal} onClick={open("new")}>
            Create transformation
          </Button>
        </div>
      </Field>
      {transformations.error ? (
        <LoadFailedLine
          what="The transformations"
          error={transformations.error}
          onRetry={transformations.onRetry}
        />
      ) : null}
      {editing === null ? null : (
        <EditorWindow
          transformationId={editing === "new" ? null : step.transformation_id}
          onClose={close}
          onSaved={({ id }) => {
            choose(id);
            close();
          }}
        />
      )}
    </>
  );
}
