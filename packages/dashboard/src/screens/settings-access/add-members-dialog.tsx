/**
 * Adds people of the organization to the project, several at once, each with a role.
 *
 * Admins and owners of the organization are in every project, so nobody can choose them. The first line must be filled;
 * further lines that are empty do not count.
 */
import { PROJECT_MEMBERS_PER_CALL } from "@posthorn/contract/limits";
import type { OrganizationMember } from "@posthorn/contract/organizations";
import type { ProjectMember } from "@posthorn/contract/project-members";
import { can, GRANTED_ROLES } from "@posthorn/contract/roles";
import { REQUIRED } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useCallback } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useAddProjectMembers } from "../../resources/project-members/project-member-actions.ts";
import { colleaguesQuery } from "../../resources/project-members/project-member-queries.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { MissingFeatureLine } from "../../resources/plans/missing-feature-line.tsx";
import { useMissingFeature } from "../../resources/plans/use-feature.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";

export interface AddMembersDialogProps {
  /** Those who have access now. */
  members: readonly ProjectMember[];
  onClose: () => void;
}

const Values = z
  .object({ members: z.array(z.object({ member_id: z.string(), role: z.enum(GRANTED_ROLES) })) })
  .check(
    z.refine(({ members }) => members[0]?.member_id !== "", {
      path: ["members", 0, "member_id"],
      error: REQUIRED,
    }),
  );
type Values = z.output<typeof Values>;

const EMPTY_LINE: Values["members"][number] = { member_id: "", role: "member" };
const NOBODY: Values = { members: [EMPTY_LINE] };

export function AddMembersDialog({ members, onClose }: AddMembersDialogProps) {
  const { project, organization } = useSession();
  const colleagues = useQuery(colleaguesQuery(organization.id));
  const added = new Set(members.filter(({ inherited }) => !inherited).map(({ member_id }) => member_id));
  const addable = colleagues.data?.models.filter(({ id, role }) => !can(role, "admin") && !added.has(id));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add members"
      description={`They get a role in ${project.name}, beside the one that they have in ${organization.name}. The higher one counts.`}
    >
      {addable?.length === 0 ? (
        <p className="text-sm text-ink-2">
          Everyone in {organization.name} has access already. Invite people to the organization first.
        </p>
      ) : addable ? (
        <AddMembersForm addable={addable} onClose={onClose} />
      ) : colleagues.isError ? (
        <LoadFailedLine
          what="The people of the organization"
          error={colleagues.error}
          onRetry={colleagues.refetch}
        />
      ) : (
        <TextSkeleton label="people" lines={2} />
      )}
    </Dialog>
  );
}

interface AddMembersFormProps {
  addable: readonly OrganizationMember[];
  onClose: () => void;
}

function AddMembersForm({ addable, onClose }: AddMembersFormProps) {
  const { mutateAsync: add } = useAddProjectMembers();
  const form = useSaveForm<Values>({
    schema: Values,
    stored: NOBODY,
    isNew: true,
    save: ({ members }) =>
      refusalOf(add({ members: members.filter(({ member_id }) => member_id !== "") }), {
        failed: "Failed to add members",
        fieldOf: () => undefined,
      }),
    onSaved: onClose,
  });
  return (
    <Form form={form} label="Add members" isGuarded={false} className="flex flex-col gap-4">
      <Lines addable={addable} />
      <MissingFeatureLine missing={useMissingFeature("viewer_role")} className="text-xs text-ink-2" />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Add members</SubmitButton>
      </div>
    </Form>
  );
}

function Lines({ addable }: Pick<AddMembersFormProps, "addable">) {
  const lines = useFieldArray<Values>({ name: "members" });
  const chosen: Values["members"] = useWatch({ name: "members" });
  const options = useRoleOptions();
  const most = Math.min(addable.length, PROJECT_MEMBERS_PER_CALL);
  return (
    <>
      {lines.fields.map((line, at) => (
        <div key={line.id} className="flex flex-wrap items-start gap-3">
          <div className="min-w-44 flex-1">
            <MemberField
              at={at}
              addable={addable.filter(
                ({ id }) => !chosen.some(({ member_id }, other) => other !== at && member_id === id),
              )}
            />
          </div>
          <div className="w-28">
            <SelectField name={`members.${at}.role`} label="Role" options={options} />
          </div>
          {lines.fields.length === 1 ? null : (
            <IconButton
              label={`Remove line ${at + 1}`}
              icon={<Trash2 />}
              onClick={() => lines.remove(at)}
              className="mt-6.5"
            />
          )}
        </div>
      ))}
      {lines.fields.length < most ? (
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => lines.append(EMPTY_LINE)}>
            Add another
          </Button>
        </div>
      ) : null}
    </>
  );
}

function MemberField({ at, addable }: { at: number; addable: readonly OrganizationMember[] }) {
  const label = at === 0 ? "Member" : `Member ${at + 1}`;
  const textOf = useCallback(
    (chosen: unknown) => addable.find(({ id }) => id === chosen)?.user_name ?? "empty",
    [addable],
  );
  const { value, set, error } = useFormField<string>(`members.${at}.member_id`, { label, textOf });
  return (
    <Field label={label} error={error} isRequired={at === 0}>
      <Combobox
        label={label}
        items={addable}
        value={addable.find(({ id }) => id === value) ?? null}
        onChange={(member) => set(member?.id ?? "")}
        itemToText={({ user_name, user_email }) => `${user_name} (${user_email})`}
        itemToKey={({ id }) => id}
        placeholder="Choose a person"
        emptyText="No matching users found."
      />
    </Field>
  );
}
