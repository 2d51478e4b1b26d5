/** A third list, as small as the kit allows: tasks that are open or done, without search, views, histogram and archive. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "../../ui/button.tsx";
import { ListRow, RowLink } from "../../ui/list/list-row.tsx";
import { NoneFound } from "../../ui/list/list-states.tsx";
import { withChange, type PageCursor } from "../../ui/list/list-url.ts";
import { rowChoices } from "../../ui/list/row-choices.ts";
import { TickAllCell, TickCell } from "../../ui/list/tick-box.tsx";
import { currentScopes } from "../../ui/shortcuts/shortcut-scopes.ts";
import { SidePanel } from "../../ui/side-panel.tsx";
import "../../ui/styles/styles.css";
import { Td, Th } from "../../ui/table.tsx";
import { answerApi, type TestApi } from "../api/test-api.ts";
import { tickedAction } from "../bulk/ticked-action.ts";
import { aSession } from "../connections/test-connections.ts";
import type { LiveListKind } from "./live-list-kind.ts";
import { LiveListPage } from "./live-list-page.tsx";
import { LiveListRows } from "./live-list-rows.tsx";
import { LiveTable } from "./live-table.tsx";
import { useLiveListKeys } from "./use-live-list-keys.ts";
import { useLiveList } from "./use-live-list.ts";

interface Task {
  id: string;
  created_at: string;
  state: "open" | "done";
}

interface TasksSearch extends PageCursor {
  state?: Task["state"] | undefined;
  selected_id?: string | undefined;
}

type TaskFilters = Pick<TasksSearch, "state">;

const PAGE_SIZE = 3;

/** The newest first, as the server would send them. */
let tasks: readonly Task[] = [];
let doneTogether: string[][] = [];
let api: TestApi;

afterEach(() => api.restore());

function aTask(number: number, state: Task["state"] = "open"): Task {
  return { id: `tsk_${number}`, created_at: `2026-11-14T14:00:0${number}.000Z`, state };
}

function pageOf({ state }: TaskFilters, { next = "0" }: PageCursor) {
  const found = tasks.filter((task) => state === undefined || task.state === state);
  const end = Number(next) + PAGE_SIZE;
  return {
    models: found.slice(Number(next), end),
    pagination: found.length > end ? { next: String(end) } : {},
  };
}

const TASK_LIST: LiveListKind<Task, TasksSearch, TaskFilters> = {
  title: "Tasks",
  label: "Tasks",
  path: "/tasks",
  one: "task",
  many: "tasks",
  everySeconds: 5,
  rows: rowChoices("task"),
  queries: {
    page: (filters, page) => ({
      queryKey: ["tasks", filters, page],
      queryFn: () => Promise.resolve(pageOf(filters, page)),
    }),
    one: (id) => ({
      queryKey: ["task", id],
      queryFn: () => Promise.resolve(tasks.find((task) => task.id === id)),
    }),
  },
  filtersOf: ({ state }) => ({ state }),
  askedBy: ({ state }) => ({ state }),
  withFilters: (search, change) => withChange(search, change),
  withoutFilters: ({ selected_id }) => ({ selected_id }),
  selectionIn: ({ selected_id: id }) => (id === undefined ? undefined : { id }),
  withSelection: (search, choice) => ({ ...search, selected_id: choice?.id }),
};

function Tasks({ first }: { first: TasksSearch }) {
  const [search, onSearch] = useState(first);
  const list = useLiveList(TASK_LIST, search, onSearch);
  const { panelRef, close } = list.selectedRow;
  const closing = tickedAction(list.ticked, ({ state }) => state === "open", {
    act: (rows) => doneTogether.push(rows.map(({ id }) => id)),
    isPending: false,
  });
  useLiveListKeys(list, {
    rowKeys: {
      d: {
        label: "Close task",
        act: ({ id }) => doneTogether.push([id]),
        ticked: { label: "Close selected tasks", act: closing.run },
      },
    },
  });
  return (
    <LiveListPage
      list={list}
      panel={
        list.panelId === undefined ? null : (
          <SidePanel ref={panelRef} label="Task" header={list.panelId} onClose={close}>
            {list.live.selected?.state}
          </SidePanel>
        )
      }
      head={<Button onClick={() => list.filter({ state: "done" })}>Only done</Button>}
    >
      <LiveListRows
        list={list}
        columns={2}
        empty={<p>Nothing to do yet.</p>}
        noneFound={
          <NoneFound title="No tasks found" onClear={list.clearFilters}>
            None is done.
          </NoneFound>
        }
        end="These are all tasks."
        tickedActions={<Button onClick={closing.run}>Close {closing.count}</Button>}
      >
        {(held) => (
          <LiveTable
            list={list}
            held={held}
            className="[--columns:36px_minmax(0,1fr)]"
            head={
              <>
                <TickAllCell many="tasks" count={held.rows.length} ticks={list.ticks} />
                <Th>Task</Th>
              </>
            }
            renderRow={({ id }, { href, onTick, ...state }) => (
              <ListRow key={id} {...TASK_LIST.rows.attributesOf({ id })} {...state}>
                <TickCell id={id} label={id} isTicked={state.isTicked} onTick={onTick} />
                <Td>
                  <RowLink href={href}>{id}</RowLink>
                </Td>
              </ListRow>
            )}
          />
        )}
      </LiveListRows>
    </LiveListPage>
  );
}

async function open(shown: readonly Task[], search: TasksSearch = {}) {
  api = answerApi({ "GET /dashboard-api/session": aSession("member") });
  tasks = shown;
  doneTogether = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <Tasks first={search} />
    </QueryClientProvider>,
  );
  return { screen, poll: () => client.refetchQueries({ queryKey: ["tasks"] }) };
}

function rowIds(): (string | null)[] {
  return [...document.querySelectorAll("[data-task-id]")].map((row) => row.getAttribute("data-task-id"));
}

test("pages end with the words of the list, and an empty list shows no filters", async () => {
  const { screen } = await open([4, 3, 2, 1].map((number) => aTask(number)));

  await expect.poll(rowIds).toEqual(["tsk_4", "tsk_3", "tsk_2"]);
  await expect.element(screen.getByText("3 tasks")).toBeVisible();
  await userEvent.keyboard("]");
  await expect.poll(rowIds).toEqual(["tsk_1"]);
  await expect.element(screen.getByText("These are all tasks.")).toBeVisible();

  await screen.unmount();
  const empty = await open([]);
  await expect.element(empty.screen.getByText("Nothing to do yet.")).toBeVisible();
  await expect.element(empty.screen.getByRole("button", { name: "Only done" })).not.toBeInTheDocument();
});

test("a filter that matches nothing can be cleared", async () => {
  const { screen } = await open([aTask(1)]);

  await screen.getByRole("button", { name: "Only done" }).click();
  await screen.getByRole("button", { name: "Clear filters" }).click();

  await expect.poll(rowIds).toEqual(["tsk_1"]);
});

test("new rows wait while a row is open beside the list, and the keys move along it", async () => {
  const { screen, poll } = await open([aTask(2, "done"), aTask(1)]);
  await expect.poll(rowIds).toHaveLength(2);

  await userEvent.keyboard("j{Enter}");
  const panel = screen.getByRole("complementary", { name: "Task" });
  await expect.element(panel).toHaveTextContent("tsk_2done");
  await expect.element(panel).toHaveFocus();
  tasks = [aTask(3), ...tasks];
  await poll();
  await expect.element(screen.getByRole("button", { name: "1 new" }).first()).toBeInTheDocument();
  expect(rowIds()).toEqual(["tsk_2", "tsk_1"]);

  await userEvent.keyboard("j");
  await expect.element(panel).toHaveTextContent("tsk_1open");
  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
  expect(document.activeElement?.closest("[data-task-id]")?.getAttribute("data-task-id")).toBe("tsk_1");
});

test("a key acts on the ticked rows that allow it, else on the row in focus", async () => {
  const { screen } = await open([aTask(3), aTask(2, "done"), aTask(1)]);
  await expect.poll(rowIds).toHaveLength(3);

  await userEvent.keyboard("jd");
  await userEvent.keyboard("x{Shift>}jj{/Shift}");
  await expect.element(screen.getByRole("button", { name: "Close 2" })).toBeVisible();
  await userEvent.keyboard("d{Escape}");

  expect(doneTogether).toEqual([["tsk_3"], ["tsk_3", "tsk_1"]]);
  await expect.element(screen.getByText("3 selected")).not.toBeInTheDocument();
});

test("the shortcut sheet lists no search without a search box", async () => {
  await open([aTask(1)]);
  await expect.poll(rowIds).toHaveLength(1);

  const keys = currentScopes().flatMap(({ name, shortcuts }) =>
    name === "Tasks" ? shortcuts.map((one) => one.keys) : [],
  );

  expect(keys).toEqual(expect.arrayContaining(["j", "Enter", "Escape", "x", "d", "f"]));
  expect(keys).not.toContain("/");
});
