/** What the organization and its SAML provider know of each other. */
import {
  SAML_CERTIFICATE_MAX_CHARACTERS,
  SAML_CERTIFICATES_MAX,
  SAML_URL_MAX_CHARACTERS,
  SSO_FIELD_MAX_CHARACTERS,
} from "@posthorn/contract/limits";
import { GRANTED_ROLES } from "@posthorn/contract/roles";
import type { SamlCertificate, SsoConnection } from "@posthorn/contract/sso";
import { REQUIRED } from "@posthorn/contract/texts";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { certificatesIn, readSamlMetadata, type SamlMetadata } from "../../resources/sso/saml-metadata.ts";
import { useSaveSaml } from "../../resources/sso/sso-actions.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { Input } from "../../ui/input.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { toast } from "../../ui/toast.ts";
import { useNow } from "../../ui/use-now.ts";
import type { ConnectionProps } from "./connection-section.tsx";
import { TestState } from "./test-state.tsx";

/** When a certificate that expires is worth a thought. */
const SOON_MS = 30 * 24 * 60 * 60 * 1000;

const typed = (most: number) =>
  z.string().check(
    z.refine((text) => text.trim() !== "", REQUIRED),
    z.maxLength(most, `Use at most ${most} characters`),
  );
const Values = z.object({
  issuer: typed(SSO_FIELD_MAX_CHARACTERS),
  sign_in_url: typed(SAML_URL_MAX_CHARACTERS),
  certificates: typed(SAML_CERTIFICATES_MAX * SAML_CERTIFICATE_MAX_CHARACTERS).check(
    z.refine(
      (text) => certificatesIn(text).length <= SAML_CERTIFICATES_MAX,
      `Use at most ${SAML_CERTIFICATES_MAX} certificates`,
    ),
  ),
  default_role: z.enum(GRANTED_ROLES),
});
type SamlConnection = Extract<SsoConnection, { kind: "saml" }>;

function valuesOf(connection: SamlConnection | null): z.infer<typeof Values> {
  if (!connection) return { issuer: "", sign_in_url: "", certificates: "", default_role: "member" };
  const { issuer, sign_in_url, certificates, default_role } = connection;
  return { issuer, sign_in_url, certificates: certificates.map(({ pem }) => pem).join(""), default_role };
}

/** The server names the certificate, and the form has one field for all. */
const fieldOf = (path: string) => path.replace(/\[\d+\]$/, "");

export function SamlSection({ sso: { connection: any, redirect_url, entity_id }, choice }: ConnectionProps) {
  const connection = any?.kind === "saml" ? any : null;
  const { mutateAsync: save } = useSaveSaml();
  const roles = useRoleOptions(connection?.default_role);
  const stored = valuesOf(connection);
  const form = useSaveForm({
    schema: Values,
    stored,
    version: JSON.stringify(stored),
    save: ({ certificates, ...values }) =>
      refusalOf(save({ ...values, certificates: certificatesIn(certificates) }), {
        failed: "The connection was not saved",
        fieldOf,
      }),
    onSaved: () => toast.success("Connection saved"),
  });
  return (
    <FormSection
      form={form}
      title="SAML 2.0"
      text="Where members sign in. Give the provider the entity ID and the ACS URL, or the metadata. Another provider or sign-in URL, or the removal of the certificate of the last test, turns single sign-on off until it is tested again."
    >
      {choice}
      <div className="grid grid-cols-2 gap-4 @max-3xl:grid-cols-1">
        <Given label="Entity ID" value={entity_id} />
        <Given label="ACS URL" value={redirect_url} />
      </div>
      <p className="-mt-2 text-sm text-ink-3">
        <a className={linkClass} href={entity_id} download="posthorn-metadata.xml">
          Download the metadata
        </a>{" "}
        that have both.
      </p>
      <Paste />
      <div className="grid grid-cols-2 gap-4 @max-3xl:grid-cols-1">
        <TextField
          name="issuer"
          label="Entity ID of the provider"
          isMono
          isRequired
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          name="sign_in_url"
          label="Sign-in URL"
          isMono
          isRequired
          placeholder="https://id.example.com/saml"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <TextAreaField
        name="certificates"
        label="Signing certificates"
        hint="PEM. Two, one below the other, while the provider changes its certificate."
        isRequired
        isMono
        rows={6}
        placeholder="-----BEGIN CERTIFICATE-----"
      />
      {connection === null ? null : <Certificates certificates={connection.certificates} />}
      <div className="grid grid-cols-2 gap-4 @max-3xl:grid-cols-1">
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

/** What the provider must know of us. */
function Given({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label}>
      <Input isMono readOnly value={value} end={<CopyButton value={value} label={`Copy the ${label}`} />} />
    </Field>
  );
}

/** Fills the fields below from the provider's metadata. */
function Paste() {
  const { setValue } = useFormContext<SamlMetadata>();
  const [found, setFound] = useState<SamlMetadata | string | null>(null);
  const statusId = useId();
  const read = (xml: string) => {
    const result = xml.trim() === "" ? null : readSamlMetadata(xml);
    setFound(result);
    if (result === null || typeof result === "string") return;
    for (const name of ["issuer", "sign_in_url", "certificates"] as const)
      setValue(name, result[name], { shouldDirty: true, shouldValidate: true, shouldTouch: true });
  };
  return (
    <Field
      label="Provider metadata"
      hint="Paste the XML document of the provider, and it fills the fields below."
      error={typeof found === "string" ? found : undefined}
    >
      <Textarea
        isMono
        rows={3}
        placeholder="<EntityDescriptor …"
        onChange={({ target }) => read(target.value)}
      />
      <output id={statusId} className="text-sm text-ink-2">
        {found === null || typeof found === "string" ? "" : "The fields below have what the metadata say."}
      </output>
    </Field>
  );
}

/** Those that are stored. */
function Certificates({ certificates }: { certificates: readonly SamlCertificate[] }) {
  return (
    <ul
      aria-label="Stored certificates"
      className="overflow-hidden rounded-md border border-line bg-surface text-sm"
    >
      {certificates.map(({ fingerprint, expires_at, is_tested }) => (
        <li
          key={fingerprint}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0"
        >
          <span className="mono min-w-0 flex-1 basis-40">
            <MiddleCut text={fingerprint} />
          </span>
          {is_tested ? <span className="text-ink-3">of the last test</span> : null}
          <Expiry at={expires_at} />
        </li>
      ))}
    </ul>
  );
}

function Expiry({ at }: { at: string }) {
  const leftMs = Date.parse(at) - useNow().getTime();
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <span>
        {leftMs < 0 ? "Expired" : "Expires"} <time dateTime={at}>{at.slice(0, 10)}</time>
      </span>
      {leftMs < 0 ? (
        <StatusBadge tone="bad">Expired</StatusBadge>
      ) : leftMs < SOON_MS ? (
        <StatusBadge tone="late">Soon</StatusBadge>
      ) : null}
    </span>
  );
}
