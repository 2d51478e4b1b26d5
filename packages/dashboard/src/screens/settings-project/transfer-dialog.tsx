/** Asks for the organization that gets the project. */
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { ownRefusalOf } from "../../resources/api/save-refusal.ts";
import { useTransferProject } from "../../resources/projects/project-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

export interface TransferDialogProps {
  targets: readonly { id: string; name: string }[];
  onClose: () => void;
}

const Values = z.object({ organization_id: z.string().check(z.minLength(1, REQUIRED)) });

export function TransferDialog({ targets, onClose }: TransferDialogProps) {
  const { project, organization } = useSession();
  const { mutateAsync: transfer } = useTransferProject();
  const form = useSaveForm({
    schema: Values,
    stored: { organization_id: "" },
    isNew: true,
    save: (values) =>
      ownRefusalOf(transfer(values), "The project could not be transferred, please contact us."),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Transfer ${project.name}`}
      description={`The people of ${organization.name} lose access at once, and so do members who were added. Sources, keys and deliveries go on as before.${organization.plan === null ? "" : " Throughput that the project has bought goes with it: from today, the other organization pays for it."}`}
    >
      <Form form={form} label="Transfer project" isGuarded={false} className="flex flex-col gap-4">
        <SelectField
          name="organization_id"
          label="Organization"
          isRequired
          options={[
            { value: "", label: "Choose an organization" },
            ...targets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <FormMessages />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Transfer project</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
