/** The fourth step: the rules of the connection. Next makes the connection, with or without rules. */
import type { Connection } from "@posthorn/contract/connections";
import { getConnection } from "@posthorn/contract/connections";
import { useRef, useState } from "react";
import { call } from "../../resources/api/call.ts";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useCreateConnection, useSaveConnection } from "../../resources/connections/connection-actions.ts";
import { RulesFields } from "../../resources/rules/rules-fields.tsx";
import { newRulesForm, RulesForm, rulesFormOf, rulesOf } from "../../resources/rules/rules-form.ts";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { StepForm } from "./step-form.tsx";

const RULES_SAVE_FAILED = "An error occurred while saving the rules";

export interface CreateRulesProps {
  ends: { source_id: string; destination_id: string };
  onDone: (connectionId: string) => Promise<unknown>;
}

export function CreateRules({ ends, onDone }: CreateRulesProps) {
  const [stored] = useState(() => newRulesForm());
  const { mutateAsync: create } = useCreateConnection();
  /** Of a press whose second half failed: the next one does not create another connection. */
  const made = useRef<string>(undefined);
  const form = useSaveForm({
    schema: RulesForm,
    stored,
    isNew: true,
    save: (values) => {
      const connect = async () => {
        made.current ??= (await create({ name: null, ...ends, rules: rulesOf(values) })).id;
        await onDone(made.current);
      };
      return refusalOf(connect(), { failed: RULES_SAVE_FAILED });
    },
  });
  return (
    <StepForm form={form} label="Define connection rules">
      <RulesFields sourceId={ends.source_id} />
    </StepForm>
  );
}

export interface EditRulesProps {
  connection: Connection;
  onDone: () => void;
}

export function EditRules({ connection, onDone }: EditRulesProps) {
  const { mutateAsync: save } = useSaveConnection("Rules updated");
  const { id, source } = connection;
  const form = useSaveForm({
    schema: RulesForm,
    stored: rulesFormOf(connection.rules),
    version: connection.updated_at,
    save: (values, version) =>
      refusalOf(save({ id, body: { rules: rulesOf(values) }, version }), { failed: RULES_SAVE_FAILED }),
    newest: async () => {
      const newest = await call(getConnection, { params: { id } });
      return { stored: rulesFormOf(newest.rules), version: newest.updated_at };
    },
    onSaved: onDone,
  });
  return (
    <StepForm form={form} label="Edit rules" onCancel={onDone}>
      <RulesFields sourceId={source.id} connectionId={id} />
    </StepForm>
  );
}
