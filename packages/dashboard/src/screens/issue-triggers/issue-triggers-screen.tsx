/** /issue-triggers/{type}: what becomes an issue, and who is told. The dialog for a new one has an address of its own. */
import { ISSUE_TYPES, type IssueType } from "@posthorn/contract/causes";
import { CHANNELS, type IssueTrigger } from "@posthorn/contract/issue-triggers";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { CHANNEL_WORDS } from "../../resources/issue-triggers/channel-words.ts";
import { issueTriggersQuery } from "../../resources/issue-triggers/issue-trigger-queries.ts";
import { triggerParams } from "../../resources/issue-triggers/trigger-link.ts";
import { TriggerStatusBadge } from "../../resources/issue-triggers/trigger-status-badge.tsx";
import { conditionText, scopeText, triggerTitle } from "../../resources/issue-triggers/trigger-words.ts";
import { useTriggerActions } from "../../resources/issue-triggers/use-trigger-actions.tsx";
import { ISSUE_TYPE_WORDS } from "../../resources/issues/issue-type-words.ts";
import { NamedListMenu } from "../../resources/named-lists/named-list-menu.tsx";
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EntityGone } from "../../ui/entity-page/entity-gone.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { ChoiceChip } from "../../ui/list/chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton, useRowMenu } from "../../ui/list/row-menu.tsx";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { CreateTriggerLink } from "./create-trigger-link.tsx";
import { issueTriggersQueryOf, type IssueTriggersSearch } from "./issue-triggers-url.ts";

const route = getRouteApi("/_app/issue-triggers/$type");

const STATUS_CHOICES = [
  { value: "all", label: "All" },
  { value: "enabled", label: "Enabled" },
  { value: "disabled", label: "Disabled" },
] as const;

function typeNamed(word: string | undefined): IssueType | undefined {
  return ISSUE_TYPES.find((type) => type === word);
}

export function IssueTriggersScreen() {
  const type = typeNamed(route.useParams().type);
  // Any other word in this place would be the id of a trigger.
  if (type === undefined)
    return (
      <EntityGone
        kind="Issue trigger"
        why="not found"
        listLabel="Issue triggers"
        renderListLink={(props) => (
          <Link to="/issue-triggers/$type" params={{ type: ISSUE_TYPES[0] }} {...props} />
        )}
      />
    );
  return <TriggersOf key={type} type={type} />;
}

function TriggersOf({ type }: { type: IssueType }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const createType = typeNamed(useParams({ strict: false }).createtype);
  const list = useQuery(issueTriggersQuery(issueTriggersQueryOf(type, search)));
  const boxRef = useRef<HTMLElement>(null);
  const { menu, open, close } = useRowMenu();
  const onSearch = (to: IssueTriggersSearch) => void navigate({ search: to });
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef });
  useListShortcuts("Issue triggers", { one: "trigger", boxRef, hasFilters: true, ...pages });
  const actionsOf = useTriggerActions();
  const menuRow = list.data?.models.find(({ id }) => id === menu.rowId);
  const isWhole = isFirstPage(search) && list.data?.pagination.next === undefined;
  const toList = (of: IssueType) =>
    navigate({ to: "/issue-triggers/$type", params: { type: of }, search, replace: true });
  return (
    <>
      <PageHeader
        title="Issue triggers"
        crumbs={
          <>
            <Link to="/issues">Issues</Link>
            <span aria-hidden>/</span>
          </>
        }
      >
        <CreateTriggerLink type={type} />
      </PageHeader>
      <TabLinks label="Type">
        {ISSUE_TYPES.map((one) => (
          <Link
            key={one}
            {...tabLink}
            // The dialog lies over the list, which stays the current one.
            activeOptions={{ includeSearch: false }}
            to="/issue-triggers/$type"
            params={{ type: one }}
            search={{ status: search.status }}
          >
            {ISSUE_TYPE_WORDS[one].label}
          </Link>
        ))}
      </TabLinks>
      <main className="flex min-h-0 flex-1 flex-col gap-3 px-5 py-3.5 max-md:px-3">
        <FiltersBar>
          <ChoiceChip
            label="Status"
            value={search.status ?? "all"}
            choices={STATUS_CHOICES}
            onChange={(status) =>
              onSearch(withChange(search, { status: status === "all" ? undefined : status }))
            }
          />
        </FiltersBar>
        <ListStates
          label="Issue triggers"
          columns={6}
          rows={list.data?.models}
          error={list.error}
          onRetry={list.refetch}
          isFiltered={search.status !== undefined || !isFirstPage(search) || list.isPlaceholderData}
          empty={
            <EmptyState
              drawing={<QuietListDrawing />}
              title="No issue triggers found"
              action={<CreateTriggerLink type={type} />}
            >
              A trigger says which failures become an issue, and who is told of it.
            </EmptyState>
          }
          noneFound={
            <NoneFound title="No issue triggers found" onClear={() => onSearch({})}>
              No trigger of this type has that status.
            </NoneFound>
          }
        >
          {(rows) => (
            <>
              <Table label="Issue triggers" boxRef={boxRef} isStale={list.isPlaceholderData}>
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Status</Th>
                    <Th className="max-md:hidden">Opens an issue when</Th>
                    <Th className="max-sm:hidden">Watches</Th>
                    <Th className="max-md:hidden">Channels</Th>
                    <Th className="max-lg:hidden">Created</Th>
                    <Th className="w-px">
                      <span className="sr-only">Actions</span>
                    </Th>
                  </tr>
                </thead>
                <ListRows>
                  {rows.map((trigger) => (
                    <TriggerRow key={trigger.id} trigger={trigger} onOpenMenu={open} />
                  ))}
                </ListRows>
              </Table>
              {isWhole ? null : <Pagination {...pages}>{rows.length} on this page</Pagination>}
            </>
          )}
        </ListStates>
      </main>
      <NamedListMenu
        doings={
          menuRow && {
            onOpen: () =>
              void navigate({ to: "/issue-triggers/it_{$id}", params: triggerParams(menuRow.id) }),
            copies: [{ label: "Copy trigger ID", value: menuRow.id }],
            actions: actionsOf(menuRow),
          }
        }
        menu={menu}
        onClose={close}
      />
      {createType === undefined ? null : (
        <CreateDialog
          listed={type}
          type={createType}
          onClose={() => void toList(type)}
          onCreated={() => toList(createType)}
        />
      )}
    </>
  );
}

interface TriggerRowProps {
  trigger: IssueTrigger;
  onOpenMenu: (id: string, anchor: HTMLElement) => void;
}

function TriggerRow({ trigger, onOpenMenu }: TriggerRowProps) {
  const { id, channels, created_at } = trigger;
  const told = CHANNELS.filter((channel) => channels?.[channel] !== undefined);
  return (
    <Tr className="cursor-pointer">
      <Td className="w-1/4 max-w-0 max-sm:w-full">
        <Link
          {...{ [ROW_LINK]: "" }}
          to="/issue-triggers/it_{$id}"
          params={triggerParams(id)}
          className="block truncate font-medium hover:underline"
        >
          {triggerTitle(trigger)}
        </Link>
      </Td>
      <Td>
        <TriggerStatusBadge trigger={trigger} />
      </Td>
      <Td className="text-ink-2 max-md:hidden">{conditionText(trigger)}</Td>
      <Td className="w-1/4 max-w-0 truncate text-ink-2 max-sm:hidden">{scopeText(trigger)}</Td>
      <Td className="text-ink-2 max-md:hidden">
        {told.length === 0 ? "–" : told.map((channel) => CHANNEL_WORDS[channel].label).join(", ")}
      </Td>
      <Td className="max-lg:hidden">
        <Timestamp value={created_at} />
      </Td>
      <Td className="pl-0">
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </Td>
    </Tr>
  );
}
