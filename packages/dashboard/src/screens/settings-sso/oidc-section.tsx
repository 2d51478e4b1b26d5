/** The organization's client at its OpenID Connect provider. */
import { SSO_FIELD_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { GRANTED_ROLES } from "@posthorn/contract/roles";
import type { SsoConnection } from "@posthorn/contract/sso";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { useSaveSso } from "../../resources/sso/sso-actions.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { SecretField } from "../../ui/form/secret-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.ts";
import type { ConnectionProps } from "./connection-section.tsx";
import { TestState } from "./test-state.tsx";

const Typed = z.string().check(
  z.refine((text) => text.trim() !== "", REQUIRED),
  z.maxLength(SSO_FIELD_MAX_CHARACTERS, `Use at most ${SSO_FIELD_MAX_CHARACTERS} characters`),
);
const Values = z.object({
  issuer: Typed,
  client_id: Typed,
  client_secret: z.nullable(Typed),
  default_role: z.enum(GRANTED_ROLES),
});

type OidcConnection = Extract<SsoConnection, { kind: "oidc" }>;

function valuesOf(connection: OidcConnection | null): z.infer<typeof Values> {
  if (!connection) return { issuer: "", client_id: "", client_secret: "", default_role: "member" };
  const { issuer, client_id, default_role } = connection;
  return { issuer, client_id, client_secret: null, default_role };
}

export function OidcSection({ sso: { connection: any, redirect_url }, choice }: ConnectionProps) {
  const connection = any?.kind === "oidc" ? any : null;
  const { mutateAsync: save, submittedAt } = useSaveSso();
  const roles = useRoleOptions(connection?.default_role);
  const stored = valuesOf(connection);
  const form = useSaveForm({
    schema: Values,
    stored,
    // The server sends no secret back, so a save of the secret alone shows only in the time of the save.
    version: `${submittedAt} ${JSON.stringify(stored)}`,
    save: (values) => refusalOf(save(values), { failed: "The connection was not saved" }),
    onSaved: () => toast.success("Connection saved. Test the sign-on next."),
  });
  return (
    <FormSection
      form={form}
      title="OpenID Connect"
      text="Where members sign in. Give the redirect URL to your identity provider. A change of issuer, client or secret turns single sign-on off until it is tested again."
    >
      {choice}
      <div className="grid grid-cols-2 gap-4 @max-3xl:grid-cols-1">
        <TextField
          name="issuer"
          label="Issuer"
          isMono
          isRequired
          placeholder="https://id.example.com"
          autoComplete="off"
          spellCheck={false}
        />
        <Field label="Redirect URL">
          <Input
            isMono
            readOnly
            value={redirect_url}
            end={<CopyButton value={redirect_url} label="Copy the redirect URL" />}
          />
        </Field>
        <TextField
          name="client_id"
          label="Client ID"
          isMono
          isRequired
          autoComplete="off"
          spellCheck={false}
        />
        <SecretField name="client_secret" label="Client secret" isRequired />
        <SelectField
          name="default_role"
          label="Role of new people"
          hint="An invitation to the address counts instead."
          options={roles}
        />
      </div>
      {connection === null || form.isDirty ? null : <TestState connection={connection} />}
    </FormSection>
  );
}
