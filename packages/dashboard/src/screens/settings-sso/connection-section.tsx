/** The organization's client at its identity provider, and whether a test sign-on has worked with it. */
import { SSO_FIELD_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { GRANTED_ROLES } from "@posthorn/contract/roles";
import type { SingleSignOn, SsoConnection } from "@posthorn/contract/sso";
import { REQUIRED } from "@posthorn/contract/texts";
import { useState } from "react";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { testSso } from "../../resources/session/single-sign-on.ts";
import { useSaveSso } from "../../resources/sso/sso-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { SecretField } from "../../ui/form/secret-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { Input } from "../../ui/input.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { toast } from "../../ui/toast.ts";

const PAGE = "/settings/organization/single-sign-on";

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

function valuesOf(connection: SsoConnection | null): z.infer<typeof Values> {
  if (!connection) return { issuer: "", client_id: "", client_secret: "", default_role: "member" };
  const { issuer, client_id, default_role } = connection;
  return { issuer, client_id, client_secret: null, default_role };
}

export function ConnectionSection({ sso: { connection, redirect_url } }: { sso: SingleSignOn }) {
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

function TestState({ connection: { tested } }: { connection: SsoConnection }) {
  const { organization } = useSession();
  const [isPending, setIsPending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const test = async () => {
    setIsPending(true);
    setFailed(null);
    const refusal = await testSso(organization.id, PAGE);
    if (refusal === null) return; // the browser leaves the page
    setFailed(refusal.title);
    setIsPending(false);
  };
  const again = (
    <Button isPending={isPending} onClick={() => void test()}>
      {tested === null ? "Test sign-on" : "Test again"}
    </Button>
  );
  if (failed !== null)
    return (
      <Callout tone="bad" isUrgent title="The test could not begin" action={again}>
        {failed}
      </Callout>
    );
  if (tested === null)
    return (
      <Callout tone="wait" title="Not tested yet" action={again}>
        Sign in at the provider once, to see that it works. You stay signed in here as you are.
      </Callout>
    );
  return (
    <Callout
      tone="ok"
      title={
        <>
          Test sign-on worked in {tested.duration_ms} ms{" "}
          <span className="font-normal text-ink-3">
            <Timestamp value={tested.at} />
          </span>
        </>
      }
      action={again}
    >
      <span className="[overflow-wrap:anywhere]">{tested.email}</span> came back.
    </Callout>
  );
}
