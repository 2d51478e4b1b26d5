/** One domain: how far it is, the records that it needs, and its removal. */
import type { CustomDomain, DomainRecord, RecordFinding } from "@posthorn/contract/custom-domains";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useRemoveDomain } from "../../resources/custom-domains/custom-domain-actions.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Moment } from "../../ui/timestamp.tsx";

export function DomainRow({ domain, refusal }: { domain: CustomDomain; refusal: string | undefined }) {
  const { hostname, status, ssl } = domain;
  const { mutate: remove, isPending } = useRemoveDomain();
  const [isAsking, setIsAsking] = useState(false);
  const isActive = status === "active";
  return (
    <li className="border-b border-line p-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="mono min-w-0 [overflow-wrap:anywhere]">{hostname}</span>
        <CopyButton value={hostname} label={`Copy ${hostname}`} />
        <div className="ml-auto flex items-center gap-2">
          <span className="text-sm text-ink-3">
            {ssl.status === "active" ? "SSL active" : "SSL initializing · checked every 5 s"}
          </span>
          <StatusBadge tone={isActive ? "ok" : "wait"}>{isActive ? "Active" : "Pending"}</StatusBadge>
          <IconButton
            size="sm"
            icon={<Trash2 />}
            label={`Remove ${hostname}`}
            aria-disabled={refusal !== undefined || undefined}
            {...(refusal !== undefined && { "data-tooltip": refusal })}
            onClick={() => {
              if (refusal === undefined) setIsAsking(true);
            }}
          />
        </div>
      </div>
      <Missing domain={domain} />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${hostname}`}
        description={
          isActive
            ? "Move your senders first: URLs with this domain may stop working at any time from now on. Those with Posthorn's own host name go on working."
            : "Posthorn forgets the claim. You can add the domain again, with another TXT record."
        }
        confirmLabel="Remove"
        isDanger
        isPending={isPending}
        onConfirm={() => remove(domain, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </li>
  );
}

/** What is left to do, or to wait for. */
function Missing({ domain }: { domain: CustomDomain }) {
  const { status, ssl, records, verification_errors: errors } = domain;
  const isWrong = errors.length > 0 && records.some((record) => record.status !== "found");
  if (status === "pending" || isWrong) return <Records domain={domain} />;
  if (ssl.status === "active" && errors.length === 0) return null;
  return (
    <div className="mt-2 rounded-md border border-line bg-sunken p-3 text-sm">
      <p className="text-ink-2">
        {ssl.status === "active"
          ? "Requests still arrive, but the certificate will end."
          : "Both records are right, and Posthorn orders a certificate. Source URLs begin with this domain as soon as it is there."}
      </p>
      <Errors errors={errors} />
    </div>
  );
}

function Errors({ errors }: { errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-0.5 text-ink-2">
      {errors.map((error) => (
        <li key={error} className="[overflow-wrap:anywhere]">
          {error}
        </li>
      ))}
    </ul>
  );
}

function Records({
  domain: { status, records, verification_errors, expires_at, checked_at },
}: {
  domain: CustomDomain;
}) {
  return (
    <div className="mt-2 rounded-md border border-line bg-sunken p-3 text-sm">
      <p className="text-ink-2">
        {status === "active"
          ? "These records are no longer right. Requests still arrive, but the domain will not stay active without them."
          : "Add these two records at your DNS provider. The domain becomes active by itself."}
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {records.map((record) => (
          <RecordLine key={record.name} record={record} />
        ))}
      </ul>
      <Errors errors={verification_errors} />
      {expires_at === null ? null : (
        <p className="mt-2 text-xs text-ink-3">
          Without the records, this claim ends <Moment value={expires_at} />.
          {checked_at === null ? null : (
            <>
              {" "}
              Last checked <Moment value={checked_at} />.
            </>
          )}
        </p>
      )}
    </div>
  );
}

const FOUND_WORDS: Readonly<Record<RecordFinding, string>> = {
  unchecked: "Not checked yet",
  found: "Found",
  missing: "Not found",
  wrong: "Other value",
  unanswered: "No answer",
};

function RecordLine({ record: { type, name, value, status } }: { record: DomainRecord }) {
  return (
    <li className="grid grid-cols-[52px_minmax(0,1fr)_24px_minmax(0,1fr)_24px_112px] items-center gap-x-2 @max-3xl:grid-cols-[52px_minmax(0,1fr)_24px]">
      <span className="text-xs text-ink-3">{type}</span>
      <span className="mono min-w-0">
        <MiddleCut text={name} />
      </span>
      <CopyButton value={name} label={`Copy the name of the ${type} record`} />
      <span className="mono min-w-0 @max-3xl:col-start-2">
        <MiddleCut text={value} />
      </span>
      <CopyButton value={value} label={`Copy the value of the ${type} record`} />
      <span className="@max-3xl:col-start-2">
        <StatusBadge tone={status === "found" ? "ok" : status === "wrong" ? "bad" : "wait"}>
          {FOUND_WORDS[status]}
        </StatusBadge>
      </span>
    </li>
  );
}
