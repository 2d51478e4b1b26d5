/** What does an open entry show? The subject before and after, line by line, and where the call came from. */
import type { AuditEntry, WholeAuditEntry } from "@posthorn/contract/audit-log";
import { useQuery } from "@tanstack/react-query";
import { auditEntryQuery } from "../../resources/audit-log/audit-queries.ts";
import { SubjectLink } from "../../resources/audit-log/subject-link.tsx";
import { useSession } from "../../resources/session/use-session.ts";
import { CodeDiff } from "../../ui/code-editor/code-diff.tsx";
import { diffHeight } from "../../ui/code-editor/diff-height.ts";
import { diffCounts } from "../../ui/code-editor/line-diff.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { organization } = useSession();
  const whole = useQuery(auditEntryQuery(organization.id, entry.id));
  if (whole.isError) return <LoadFailed error={whole.error} onRetry={whole.refetch} />;
  if (!whole.data) return <TextSkeleton label="entry" />;
  return <Details entry={whole.data} />;
}

function Details({ entry }: { entry: WholeAuditEntry }) {
  const { before, after, changed, subject } = entry;
  const [old, present] = [textOf(before), textOf(after)];
  const counts = diffCounts(old, present);
  return (
    <div className="rounded-md border border-line bg-surface">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-sm">
        <span className="font-medium">Changes</span>
        {counts === null || counts.added + counts.removed === 0 ? null : (
          <span className="rounded-full bg-sunken px-2 text-xs tabular-nums">
            <span className="text-ok">+{counts.added}</span>{" "}
            <span className="text-bad">−{counts.removed}</span>
          </span>
        )}
        {changed.length === 0 ? null : <span className="mono text-xs text-ink-2">{changed.join(", ")}</span>}
        <span className="ml-auto flex items-center gap-3">
          <SubjectLink entry={entry}>{subject.name ?? "Open"}</SubjectLink>
          <CopyButton label="Copy entry as JSON" value={JSON.stringify(entry, null, 2)} />
        </span>
      </div>
      {before === null && after === null ? (
        <p className="px-3 py-3 text-sm text-ink-2">Nothing more is kept of this.</p>
      ) : old === present ? (
        <p className="px-3 py-3 text-sm text-ink-2">
          Only values have changed that are not kept: secrets, and what may contain one.
        </p>
      ) : (
        <CodeDiff
          label={`Changes of ${subject.name ?? "this entry"}`}
          before={old}
          after={present}
          language="json"
          height={diffHeight(counts)}
          className="rounded-none border-0"
        />
      )}
      <dl className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-3 py-2 text-xs">
        <Fact name="Entry" value={entry.id} />
        {entry.request === null ? null : <Fact name="Request" value={entry.request} />}
        {entry.address === null ? null : <Fact name="Address" value={entry.address} />}
        {entry.user_agent === null ? null : <Fact name="Agent" value={entry.user_agent} />}
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="mono min-w-0 break-all">{value}</dd>
    </div>
  );
}

/** Code is easier to read with its own lines than in one line of JSON. */
function textOf(kept: Readonly<Record<string, unknown>> | null): string {
  if (kept === null) return "";
  const { code, ...rest } = kept;
  const text = JSON.stringify(rest, null, 2);
  return typeof code === "string" ? `${text}\n\n${code}` : text;
}
