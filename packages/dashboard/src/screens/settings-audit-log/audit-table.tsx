/** The rows of the audit log. One of them may be open, and shows below it what was before and after. */
import type { AuditEntry } from "@posthorn/contract/audit-log";
import { cx } from "class-variance-authority";
import { Bot, ChevronRight, KeyRound, Server, Users } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { clientOf, whatOf, whoseOf } from "../../resources/audit-log/audit-texts.ts";
import { initialsOf } from "../../resources/people/initials.ts";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { later } from "../../ui/later.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

const Details = later(() => import("./entry-details.tsx")).component(
  (loaded) => loaded.EntryDetails,
  () => <TextSkeleton label="entry" />,
);

const COLUMNS = 6;

export interface AuditTableProps {
  entries: readonly AuditEntry[];
  openId: string | undefined;
  isStale: boolean;
  boxRef: Ref<HTMLElement>;
  /** Undefined closes the one that is open. */
  onOpen: (id: string | undefined) => void;
}

export function AuditTable({ entries, openId, isStale, boxRef, onOpen }: AuditTableProps) {
  return (
    <Table label="Audit log" isStale={isStale} boxRef={boxRef} boxClassName="@container">
      <thead>
        <tr>
          <Th className="w-px">
            <span className="sr-only">Details</span>
          </Th>
          <Th>Date</Th>
          <Th>Who</Th>
          <Th className="w-full">What</Th>
          <Th>Project</Th>
          <Th>From</Th>
        </tr>
      </thead>
      <tbody className="[--cell-h:46px]">
        {entries.map((entry) => (
          <EntryRows
            key={entry.id}
            entry={entry}
            isOpen={entry.id === openId}
            onToggle={() => onOpen(entry.id === openId ? undefined : entry.id)}
          />
        ))}
      </tbody>
    </Table>
  );
}

function EntryRows({
  entry,
  isOpen,
  onToggle,
}: {
  entry: AuditEntry;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { verb, kind, name } = whatOf(entry);
  const said = [verb, kind, name].filter(Boolean).join(" ");
  const detailsId = `details-${entry.id}`;
  return (
    <>
      <Tr className={cx("cursor-pointer", isOpen && "[&>td]:border-b-0")} onClick={onToggle}>
        <Td>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={said}
            {...{ [ROW_LINK]: "" }}
            className="flex size-6 items-center justify-center rounded text-ink-2 hover:text-ink"
            onClick={(press) => {
              press.stopPropagation();
              onToggle();
            }}
          >
            <ChevronRight aria-hidden className={cx("size-4 transition-transform", isOpen && "rotate-90")} />
          </button>
        </Td>
        <Td>
          <Timestamp value={entry.created_at} />
        </Td>
        <Td>
          <Who entry={entry} />
        </Td>
        <Td className="max-w-80 min-w-56">
          <span className="block truncate" title={said}>
            <span className="font-medium">{verb}</span> <span className="text-ink-2">{kind}</span> {name}
          </span>
        </Td>
        <Td className="text-ink-2">
          {entry.project === null ? "–" : (entry.project.name ?? "Deleted project")}
        </Td>
        <Td>
          <span className="block leading-tight">
            <span className="mono block">{entry.address ?? "–"}</span>
            <span className="block text-xs text-ink-2">{clientOf(entry)}</span>
          </span>
        </Td>
      </Tr>
      {isOpen ? (
        <tr id={detailsId}>
          <td colSpan={COLUMNS} className="border-b border-line px-(--cell-x) pb-3">
            {/* As wide as what is seen of the table: on a phone, the table is wider. */}
            <div className="sticky left-(--cell-x) w-[calc(100cqw-2*var(--cell-x))] sm:pl-8">
              <Details entry={entry} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

const ICONS: Readonly<Record<Exclude<AuditEntry["by"]["kind"], "session">, ReactNode>> = {
  api_key: <KeyRound aria-hidden className="size-3.5" />,
  cli_key: <KeyRound aria-hidden className="size-3.5" />,
  operator: <Server aria-hidden className="size-3.5" />,
  directory: <Users aria-hidden className="size-3.5" />,
  product: <Bot aria-hidden className="size-3.5" />,
};

function Who({ entry }: { entry: AuditEntry }) {
  const { name, detail } = whoseOf(entry);
  const { kind } = entry.by;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {/* The letters are no text of the page: the name follows. */}
      <span
        aria-hidden
        data-initials={kind === "session" ? initialsOf(name) : ""}
        className="flex size-7 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface text-[11px] font-medium text-ink-2 uppercase before:content-[attr(data-initials)]"
      >
        {kind === "session" ? null : ICONS[kind]}
      </span>
      <span className="max-w-44 min-w-0 leading-tight">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-2">{detail}</span>
      </span>
    </span>
  );
}
