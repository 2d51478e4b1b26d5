/**
 * /settings/organization/audit-log: who changed what in the organization, when and from where?
 *
 * The newest first. A row opens to what was before and after. Nothing here can be changed. The list does not poll: a person
 * who reads the past wants it to stay, and the first page is read anew whenever the window is looked at again.
 */
import { AUDIT_COUNTED_MOST, AUDIT_EXPORT_MAX_ENTRIES } from "@posthorn/contract/audit-words";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronDown, Download } from "lucide-react";
import { useRef, type Ref } from "react";
import {
  auditEntriesQuery,
  auditExportUrl,
  type AuditQuery,
} from "../../resources/audit-log/audit-queries.ts";
import { auditPushQuery } from "../../resources/audit-log/audit-push-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { countText } from "../../ui/count.ts";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { SearchBox } from "../../ui/list/search-box.tsx";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { PageActions } from "../../ui/page-actions.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";
import { auditQueryOf, hasFilter } from "./audit-query.ts";
import type { AuditSearch } from "./audit-url.ts";
import { PushButton } from "./push-button.tsx";
import { PushCallout } from "./push-callout.tsx";

const route = getRouteApi("/_app/settings/organization/audit-log");

export function AuditLogScreen() {
  const { organization } = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  const boxRef = useRef<HTMLElement>(null);
  const { entry: openId, ...asked } = search;
  const queryAt = (now: Date) => auditQueryOf(asked, now);
  const list = useQuery(auditEntriesQuery(organization.id, asked, queryAt));
  const push = useQuery(auditPushQuery(organization.id)).data?.audit_push;

  const go = (to: AuditSearch, how: "push" | "replace") =>
    void navigate({ search: to, replace: how === "replace" });
  const change = (part: Partial<AuditSearch>, how: "push" | "replace" = "push") =>
    go(withChange(search, { ...part, entry: undefined }), how);
  const { next, prev, count, kept_days = 0 } = list.data ?? {};
  const pagination = list.isPlaceholderData || !list.data ? undefined : cursorsOf({ next, prev });
  const pages = usePages({ search, onSearch: go, pagination, boxRef });
  useListShortcuts("Audit log", { one: "entry", boxRef, searchRef, hasFilters: true, ...pages });
  const isFiltered = hasFilter(search) || !isFirstPage(search) || list.isPlaceholderData;

  return (
    <>
      <PageActions>
        <div className="w-72 max-lg:w-44 max-sm:hidden">
          <AuditSearchBox ref={searchRef} value={search.search} onChange={change} />
        </div>
        <PushButton push={push} />
        <ExportMenu queryAt={queryAt} count={count} />
      </PageActions>
      <main className="flex min-h-0 flex-1 flex-col gap-3 px-5 py-3.5 max-md:px-3">
        <div className="hidden max-sm:block">
          <AuditSearchBox value={search.search} onChange={change} />
        </div>
        <FiltersBar
          aside={
            count === undefined ? null : (
              <span className="text-ink-2 tabular-nums">
                {countText(count)}
                {count === AUDIT_COUNTED_MOST ? "+" : ""} {count === 1 ? "entry" : "entries"}
              </span>
            )
          }
        >
          <AuditFilters search={search} keptDays={kept_days} onChange={change} />
        </FiltersBar>
        {push ? <PushCallout push={push} /> : null}
        <ListStates
          label="Audit log"
          columns={5}
          rows={list.data?.models}
          error={list.error}
          onRetry={list.refetch}
          isFiltered={isFiltered}
          empty={
            <EmptyState drawing={<LensDrawing />} title="Nothing has been changed yet">
              Each change of a setting, a rule, a key or a member is listed here, with the person who made it.
            </EmptyState>
          }
          noneFound={
            <NoneFound title="No entries found" onClear={() => go({}, "push")}>
              No entry of this organization matches what is searched for.
            </NoneFound>
          }
        >
          {(entries) => (
            <>
              <AuditTable
                entries={entries}
                openId={openId}
                isStale={list.isPlaceholderData}
                boxRef={boxRef}
                onOpen={(entry) => go({ ...search, entry }, "replace")}
              />
              <Pagination {...pages}>
                Kept for {countText(kept_days)} days. Entries cannot be changed or deleted, not even by the
                owner.
              </Pagination>
            </>
          )}
        </ListStates>
      </main>
    </>
  );
}

function cursorsOf({ next, prev }: { next?: string | null | undefined; prev?: string | null | undefined }) {
  return { ...(next != null && { next }), ...(prev != null && { prev }) };
}

interface AuditSearchBoxProps {
  ref?: Ref<HTMLInputElement>;
  value: string | undefined;
  onChange: (part: Partial<AuditSearch>, how: "replace") => void;
}

function AuditSearchBox({ ref, value = "", onChange }: AuditSearchBoxProps) {
  return (
    <SearchBox
      {...(ref && { ref })}
      label="Search the audit log by name, ID or address"
      placeholder="Search names, IDs, addresses"
      value={value}
      onChange={(text) => onChange({ search: text }, "replace")}
    />
  );
}

function whyNoExport(count: number | undefined): string | undefined {
  if (count === undefined) return "The entries are being loaded.";
  return count === 0 ? "There is no entry to export." : undefined;
}

function ExportMenu({ queryAt, count }: { queryAt: (now: Date) => AuditQuery; count: number | undefined }) {
  const { organization } = useSession();
  const save = (format: "csv" | "jsonl") => {
    const link = document.createElement("a");
    link.href = auditExportUrl(organization.id, queryAt(new Date()), format);
    link.download = "";
    link.click();
  };
  const shown =
    count === undefined || count === 0
      ? ""
      : ` ${countText(count)}${count === AUDIT_COUNTED_MOST ? "+" : ""}`;
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download />} disabledReason={whyNoExport(count)}>
          Export{shown}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => save("csv")}>As CSV</MenuItem>
      <MenuItem onSelect={() => save("jsonl")}>As JSON lines</MenuItem>
      <p className="px-2 py-1 text-xs text-ink-2">
        Up to {countText(AUDIT_EXPORT_MAX_ENTRIES)} entries, the newest first.
      </p>
    </Menu>
  );
}
