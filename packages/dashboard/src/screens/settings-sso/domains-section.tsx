/** The mail domains of the organization, and the field for a new one. */
import { mailDomainOf } from "@posthorn/contract/hostnames";
import type { SsoDomain } from "@posthorn/contract/sso";
import { MAIL_DOMAIN_NOT_VALID } from "@posthorn/contract/sso-texts";
import { REQUIRED } from "@posthorn/contract/texts";
import { type FormEvent, useId, useState } from "react";
import { useSession } from "../../resources/session/use-session.ts";
import { useAddSsoDomain } from "../../resources/sso/sso-actions.ts";
import { Button } from "../../ui/button.tsx";
import { FieldNote } from "../../ui/field.tsx";
import { Section } from "../../ui/form/section.tsx";
import { Input } from "../../ui/input.tsx";
import { DomainRow } from "./domain-row.tsx";

export interface DomainsSectionProps {
  domains: readonly SsoDomain[];
  /** Of the organization. */
  memberCount: number;
}

export function DomainsSection({ domains, memberCount }: DomainsSectionProps) {
  const { organization } = useSession();
  return (
    <Section title="Verified domains" text={`Addresses at these domains belong to ${organization.name}.`}>
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        <ul aria-label="Mail domains">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} memberCount={memberCount} />
          ))}
        </ul>
        <NewDomain />
      </div>
    </Section>
  );
}

function NewDomain() {
  const { mutate: add, isPending } = useAddSsoDomain();
  const [domain, setDomain] = useState("");
  const [error, setError] = useState<string>();
  const noteId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const mistake =
      domain.trim() === "" ? REQUIRED : mailDomainOf(domain) === null ? MAIL_DOMAIN_NOT_VALID : undefined;
    setError(mistake);
    if (mistake === undefined) add(domain, { onSuccess: () => setDomain("") });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1.5 p-3">
      <div className="flex gap-2">
        <Input
          aria-label="Mail domain"
          aria-describedby={error === undefined ? undefined : noteId}
          aria-invalid={error === undefined ? undefined : true}
          aria-required
          isMono
          className="min-w-0 flex-1"
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={domain}
          onChange={({ target }) => {
            setDomain(target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" isPending={isPending}>
          Add domain
        </Button>
      </div>
      <FieldNote id={noteId} error={error} />
    </form>
  );
}
