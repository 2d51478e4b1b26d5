/**
 * The settings of a transform rule: which transformation runs.
 *
 * The editor of a transformation is a page of its own. It opens in a new tab, so that nothing typed in this form is
 * lost. A person who comes back finds the transformation that they have created there already chosen.
 */
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Plus } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { ownUrl } from "../base-path.ts";
import { useRefusal } from "../session/use-refusal.ts";
import { namedTransformationsQuery } from "../transformations/transformation-queries.ts";
import type { ErrorAt } from "./rule-step-row.tsx";
import type { StepOf } from "./rules-form.ts";

export interface TransformStepProps {
  step: StepOf<"transform">;
  onChange: (step: StepOf<"transform">) => void;
  errorAt: ErrorAt;
}

export function TransformStep({ step, onChange, errorAt }: TransformStepProps) {
  const transformations = useQuery(namedTransformationsQuery);
  const items = transformations.data?.models ?? [];
  const chosen = items.find(({ id }) => id === step.transformation_id) ?? null;
  const choose = (transformation_id: string) => onChange({ ...step, transformation_id });
  const { isAwaited, awaitNew } = useCreatedElsewhere(transformations.data?.models, choose);
  const hasNone = transformations.isSuccess && items.length === 0;
  return (
    <>
      <Field
        label="Transformation"
        isRequired
        error={errorAt("transformation_id")}
        hint={
          isAwaited
            ? "Create it in the other tab. It is chosen here when you come back."
            : hasNone
              ? "There is none yet."
              : undefined
        }
      >
        <div className="flex flex-wrap gap-2">
          <div className="min-w-48 flex-1">
            <Combobox
              label="Transformation"
              items={items}
              value={chosen}
              onChange={(item) => choose(item?.id ?? "")}
              itemToText={({ name }) => name}
              itemToKey={({ id }) => id}
              placeholder="Choose a transformation"
              isDisabled={items.length === 0}
            />
          </div>
          {step.transformation_id === "" ? null : (
            <EditorLink path={`/transformations/${step.transformation_id}/edit`} icon={<ExternalLink />}>
              Edit code
            </EditorLink>
          )}
          <EditorLink path="/transformations/new" icon={<Plus />} onOpen={awaitNew}>
            Create transformation
          </EditorLink>
        </div>
      </Field>
      {transformations.isError ? (
        <LoadFailedLine
          what="The transformations"
          error={transformations.error}
          onRetry={transformations.refetch}
        />
      ) : null}
    </>
  );
}

interface EditorLinkProps {
  path: `/transformations/${string}`;
  icon: ReactNode;
  onOpen?: () => void;
  children: string;
}

function EditorLink({ path, icon, onOpen, children }: EditorLinkProps) {
  const refusal = useRefusal("member");
  if (refusal !== undefined)
    return (
      <Button icon={icon} disabledReason={refusal}>
        {children}
      </Button>
    );
  return (
    <a href={ownUrl(path)} target="_blank" rel="noopener" onClick={onOpen} className={buttonClass()}>
      {icon}
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/**
 * Chooses what the person creates in the other tab. The list is read again when this tab gets the focus back: what is
 * new in it then is the answer.
 */
function useCreatedElsewhere(
  items: readonly { id: string; created_at: string }[] | undefined,
  choose: (id: string) => void,
) {
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null);
  const created = before && items?.filter(({ id }) => !before.has(id)).toSorted(newestFirst)[0];
  useEffect(() => {
    if (!created) return;
    setBefore(null);
    choose(created.id);
    // oxlint-disable-next-line react/exhaustive-deps -- `choose` is a new function at every render, and runs once for each
  }, [created]);
  return {
    isAwaited: before !== null,
    awaitNew: () => setBefore(items ? new Set(items.map(({ id }) => id)) : null),
  };
}

function newestFirst(a: { created_at: string }, b: { created_at: string }): number {
  return b.created_at.localeCompare(a.created_at);
}
