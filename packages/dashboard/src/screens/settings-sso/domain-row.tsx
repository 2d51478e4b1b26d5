/** One mail domain: whether it is verified, the record that verifies it, and its removal. */
import type { SsoDomain } from "@posthorn/contract/sso";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useCheckSsoDomain, useRemoveSsoDomain } from "../../resources/sso/sso-actions.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";

export interface DomainRowProps {
  domain: SsoDomain;
  /** Of the organization. */
  memberCount: number;
}

export function DomainRow({ domain: row, memberCount }: DomainRowProps) {
  const { domain, status, members } = row;
  const { mutate: remove, isPending } = useRemoveSsoDomain();
  const [isAsking, setIsAsking] = useState(false);
  const isProven = status === "proven";
  return (
    <li className="border-b border-line p-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="mono min-w-0 [overflow-wrap:anywhere]">{domain}</span>
        <CopyButton value={domain} label={`Copy ${domain}`} />
        <div className="ml-auto flex items-center gap-2">
          <span className="text-sm text-ink-3">
            {members} of {memberCount === 1 ? "1 member" : `${memberCount} members`}
          </span>
          <StatusBadge tone={isProven ? "ok" : "wait"}>{isProven ? "Verified" : "Pending"}</StatusBadge>
          <IconButton
            size="sm"
            icon={<Trash2 />}
            label={`Remove ${domain}`}
            onClick={() => setIsAsking(true)}
          />
        </div>
      </div>
      {isProven ? null : <Record domain={row} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${domain}?`}
        description={
          isProven
            ? "People with an address there no longer sign in at the identity provider. They stay members."
            : "Posthorn forgets the domain. You can add it again, with another TXT record."
        }
        confirmLabel="Remove"
        isDanger
        isPending={isPending}
        onConfirm={() => remove(row, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </li>
  );
}

const FOUND: Readonly<Record<SsoDomain["finding"], string>> = {
  unchecked: "Add this record at your DNS provider, then check it.",
  missing: "There is no TXT record at this name yet. A new record can take some minutes to be seen.",
  wrong: "The TXT record at this name has another value than this one.",
  unanswered: "No name server has answered for this name. Try again.",
  found: "The record was found, but another organization has verified the domain.",
};

function Record({ domain: row }: { domain: SsoDomain }) {
  const { domain, record, finding } = row;
  const { mutate: check, isPending } = useCheckSsoDomain();
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="grid grid-cols-[36px_minmax(0,1fr)_24px_minmax(0,1.4fr)_24px] items-center gap-x-2 gap-y-1 rounded-md border border-line bg-sunken px-3 py-2 text-sm @max-3xl:grid-cols-[36px_minmax(0,1fr)_24px]">
        <span className="text-xs text-ink-3">TXT</span>
        <span className="mono min-w-0">
          <MiddleCut text={record.name} />
        </span>
        <CopyButton value={record.name} label={`Copy the name of the TXT record of ${domain}`} />
        <span className="mono min-w-0 @max-3xl:col-start-2">
          <MiddleCut text={record.value} />
        </span>
        <CopyButton value={record.value} label={`Copy the value of the TXT record of ${domain}`} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button isPending={isPending} onClick={() => check(row)}>
          Check now
        </Button>
        <output className="min-w-0 flex-1 text-sm text-ink-2">{FOUND[finding]}</output>
      </div>
    </div>
  );
}
