/** The host names under which the sources of the project can be reached, and the field for a new one. */
import { hostnameOf } from "@posthorn/contract/hostnames";
import { HOSTNAME_NEEDS_SUBDOMAIN } from "@posthorn/contract/settings-texts";
import { REQUIRED } from "@posthorn/contract/texts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useAddDomain } from "../../resources/custom-domains/custom-domain-actions.ts";
import { customDomainsQuery, isWaiting } from "../../resources/custom-domains/custom-domain-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { FieldNote } from "../../ui/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Section } from "../../ui/form/section.tsx";
import { Input } from "../../ui/input.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { DomainRow } from "./domain-row.tsx";

export function DomainSection() {
  const domains = useQuery(customDomainsQuery());
  const refusal = useRefusal("manageProject");
  useNewUrls(domains.data?.filter((domain) => !isWaiting(domain)).length);
  return (
    <Section
      id="custom-domain"
      title="Custom domain"
      text="Source URLs under your own host name. It must contain a subdomain."
    >
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        {domains.data ? (
          <ul>
            {domains.data.map((domain) => (
              <DomainRow key={domain.id} domain={domain} refusal={refusal} />
            ))}
          </ul>
        ) : domains.isError ? (
          <div className="border-b border-line p-3">
            <LoadFailedLine what="The domains" error={domains.error} onRetry={domains.refetch} />
          </div>
        ) : (
          <div className="border-b border-line p-3">
            <TextSkeleton label="domains" />
          </div>
        )}
        <NewDomain refusal={refusal} />
      </div>
      {refusal === undefined ? null : <Refusal className="mt-3">{refusal}</Refusal>}
    </Section>
  );
}

/** When another domain has become active, everything that shows a source URL is asked for again. */
function useNewUrls(active: number | undefined): void {
  const client = useQueryClient();
  const before = useRef(active);
  useEffect(() => {
    const hasChanged = before.current !== undefined && active !== undefined && before.current !== active;
    before.current = active;
    if (hasChanged)
      void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== "custom-domains" });
  }, [active, client]);
}

function NewDomain({ refusal }: { refusal: string | undefined }) {
  const { mutate: add, isPending } = useAddDomain();
  const [hostname, setHostname] = useState("");
  const [error, setError] = useState<string>();
  const noteId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refusal !== undefined || isPending) return;
    const mistake =
      hostname.trim() === ""
        ? REQUIRED
        : hostnameOf(hostname) === null
          ? HOSTNAME_NEEDS_SUBDOMAIN
          : undefined;
    setError(mistake);
    if (mistake === undefined) add(hostname, { onSuccess: () => setHostname("") });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1.5 p-3">
      <div className="flex gap-2">
        <Input
          aria-label="Hostname"
          aria-describedby={error === undefined ? undefined : noteId}
          aria-invalid={error === undefined ? undefined : true}
          aria-required
          isMono
          className="min-w-0 flex-1"
          placeholder="webhooks.example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={refusal !== undefined}
          value={hostname}
          onChange={({ target }) => {
            setHostname(target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" isPending={isPending} disabledReason={refusal}>
          Add domain
        </Button>
      </div>
      <FieldNote id={noteId} error={error} />
    </form>
  );
}
