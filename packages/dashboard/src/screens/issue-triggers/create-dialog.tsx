/**
 * /issue-triggers/{type}/create/{createtype}: a dialog over the list, with a tab for each type. What a person has typed
 * stays when they choose another type.
 */
import { ISSUE_TYPES, type IssueType } from "@posthorn/contract/causes";
import { Link } from "@tanstack/react-router";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { BehaviorFields } from "../../resources/issue-triggers/behavior-fields.tsx";
import { ChannelsField } from "../../resources/issue-triggers/channels-field.tsx";
import {
  CREATE_FAILED,
  useCreateIssueTrigger,
} from "../../resources/issue-triggers/issue-trigger-actions.ts";
import {
  channelsInputOf,
  channelValuesOf,
  configsInputOf,
  NEW_BEHAVIOR,
  NEW_TRIGGER_FORMS,
  type NewTriggerValues,
} from "../../resources/issue-triggers/trigger-form.ts";
import { TRIGGER_WORDS } from "../../resources/issue-triggers/trigger-words.ts";
import { ISSUE_TYPE_WORDS } from "../../resources/issues/issue-type-words.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const NEW_TRIGGER: NewTriggerValues = { ...NEW_BEHAVIOR, ...channelValuesOf({ email: {} }) };

export interface CreateDialogProps {
  /** The list behind the dialog. */
  listed: IssueType;
  type: IssueType;
  onClose: () => void;
  /** The trigger is there. */
  onCreated: () => void | Promise<void>;
}

export function CreateDialog({ listed, type, onClose, onCreated }: CreateDialogProps) {
  const refusal = useRefusal("triage");
  const { mutateAsync: create } = useCreateIssueTrigger();
  const form = useSaveForm({
    schema: NEW_TRIGGER_FORMS[type],
    stored: NEW_TRIGGER,
    isNew: true,
    save: (values) =>
      refusalOf(create({ type, configs: configsInputOf(type, values), channels: channelsInputOf(values) }), {
        failed: CREATE_FAILED,
      }),
    onSaved: onCreated,
  });
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title="Create issue trigger"
      description={TRIGGER_WORDS[type].explains}
    >
      <div className="-mx-5 mb-4">
        <TabLinks label="Type">
          {ISSUE_TYPES.map((one) => (
            <Link
              key={one}
              {...tabLink}
              to="/issue-triggers/$type/create/$createtype"
              params={{ type: listed, createtype: one }}
              search={true}
              replace
              ignoreBlocker
            >
              {ISSUE_TYPE_WORDS[one].label}
            </Link>
          ))}
        </TabLinks>
      </div>
      <Form form={form} label="Create issue trigger" className="flex flex-col gap-5">
        <ReadOnlyForms reason={refusal}>
          <BehaviorFields type={type} />
          <ChannelsField />
        </ReadOnlyForms>
        <FormMessages />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton disabledReason={refusal}>Create trigger</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
