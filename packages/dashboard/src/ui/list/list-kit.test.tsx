import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { MenuItem } from "../menu.tsx";
import "../styles/styles.css";
import { Table, Td, Th, Tr } from "../table.tsx";
import { ChoiceChip, FilteringOnChip, ListChip } from "./chip.tsx";
import { ListRows } from "./list-rows.tsx";
import { ListStates, NoneFound } from "./list-states.tsx";
import { ROW_LINK } from "./row-focus.ts";
import { RowMenu, RowMenuButton, useRowMenu } from "./row-menu.tsx";
import { SearchBox } from "./search-box.tsx";
import { useListShortcuts } from "./use-list-shortcuts.ts";
import { usePages } from "./use-pages.ts";

afterEach(() => {
  vi.useRealTimers();
  window.location.hash = "";
});

const NAMES = ["one", "two", "three"];

interface ExampleProps {
  onOpen?: (row: HTMLElement, isByKeyboard: boolean) => void;
  onSearch?: (search: object, how: string) => void;
  onPick?: (name: string) => void;
}

function Example({ onOpen, onSearch, onPick }: ExampleProps) {
  const boxRef = useRef<HTMLElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const pages = usePages({
    search: { order: "name", next: "c2" },
    onSearch: (search, how) => onSearch?.(search, how),
    pagination: { next: "c3", prev: "c1" },
    boxRef,
  });
  useListShortcuts("Things", { one: "thing", boxRef, searchRef, hasFilters: true, ...pages });
  const { menu, open, close } = useRowMenu();
  return (
    <>
      <SearchBox ref={searchRef} label="Filter things" placeholder="" value="" onChange={() => undefined} />
      <ListChip label="Kind" values={undefined} choices={[]} onChange={() => undefined} />
      <Table label="Things" boxRef={boxRef}>
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Kind</Th>
            <Th>Actions</Th>
          </tr>
        </thead>
        <ListRows {...(onOpen && { onOpen })}>
          {NAMES.map((name) => (
            <Tr key={name}>
              <Td>
                <a href={`#${name}`} {...{ [ROW_LINK]: "" }}>
                  {name}
                </a>
              </Td>
              <Td>kind of {name}</Td>
              <Td>
                <RowMenuButton rowId={name} onOpen={open} />
              </Td>
            </Tr>
          ))}
        </ListRows>
      </Table>
      <RowMenu menu={menu} onClose={close}>
        <MenuItem onSelect={() => onPick?.(menu.rowId ?? "")}>Pick {menu.rowId}</MenuItem>
      </RowMenu>
    </>
  );
}

test("keys walk along the links of the rows, to the search box, the filters and other pages", async () => {
  const search = vi.fn();
  const page = await render(<Example onSearch={search} />);
  const link = (name: string) => page.getByRole("link", { name, exact: true });

  await userEvent.keyboard("j");
  await expect.element(link("one")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}jj");
  await expect.element(link("three")).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(link("two")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => window.location.hash).toBe("#two");
  await userEvent.keyboard("[[");
  await userEvent.keyboard("]");
  expect(search.mock.calls).toEqual([
    [{ order: "name", prev: "c1" }, "push"],
    [{ order: "name", next: "c3" }, "push"],
  ]);
  await userEvent.keyboard("f");
  await expect.element(page.getByRole("button", { name: "Kind any" })).toHaveFocus();
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
});

test("a click anywhere in a row is a click on its link, but not one on a control", async () => {
  const page = await render(<Example />);

  await page.getByText("kind of two").click();
  await expect.poll(() => window.location.hash).toBe("#two");
  await page.getByRole("button", { name: "Actions" }).nth(2).click();
  await expect.element(page.getByRole("menuitem", { name: "Pick three" })).toBeVisible();
  expect(window.location.hash).toBe("#two");
});

test("a list that opens rows itself is told which row, and whether by keyboard", async () => {
  const open = vi.fn();
  const page = await render(<Example onOpen={(row, isByKeyboard) => open(row.textContent, isByKeyboard)} />);

  await page.getByText("kind of one").click();
  await page.getByRole("link", { name: "two", exact: true }).click();
  await userEvent.keyboard("{Enter}");

  expect(open.mock.calls.map(([text, isByKeyboard]) => [text.slice(0, 3), isByKeyboard])).toEqual([
    ["one", false],
    ["two", false],
    ["two", true],
  ]);
  expect(window.location.hash).toBe("");
});

test("one menu serves all rows, knows its row, and gives the focus back", async () => {
  const pick = vi.fn();
  const page = await render(<Example onPick={pick} />);
  const button = page.getByRole("button", { name: "Actions" }).nth(1);

  await button.click();
  await page.getByRole("menuitem", { name: "Pick two" }).click();

  expect(pick).toHaveBeenCalledWith("two");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

function States({
  rows,
  error,
  isFiltered = false,
}: {
  rows?: string[];
  error?: unknown;
  isFiltered?: boolean;
}) {
  return (
    <ListStates
      label="Things"
      columns={2}
      rows={rows}
      error={error}
      onRetry={() => undefined}
      isFiltered={isFiltered}
      empty={<p>No things yet</p>}
      noneFound={
        <NoneFound title="No things found" onClear={() => undefined}>
          Nothing matches.
        </NoneFound>
      }
    >
      {(all) => <p>{all.length} things</p>}
    </ListStates>
  );
}

test("a list is loading, slow, failed, empty, without a match, or full", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const page = await render(<States />);
  const loading = page.getByRole("status", { name: "Loading Things" });
  const slow = page.getByText(
    "Loading your data is taking a bit longer than usual. It should be ready in a few moments.",
  );
  expect(loading.element().childElementCount).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  await expect.poll(() => loading.element().childElementCount).toBe(1);
  expect(slow.query()).toBeNull();
  await vi.advanceTimersByTimeAsync(8000);
  await expect.element(slow).toBeVisible();
  vi.useRealTimers();

  await page.rerender(<States error={{ status: 503 }} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("The server failed to answer");
  await page.rerender(<States rows={[]} />);
  await expect.element(page.getByText("No things yet")).toBeVisible();
  await page.rerender(<States rows={[]} isFiltered />);
  await expect.element(page.getByText("No things found")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Clear filters" })).toBeVisible();
  await page.rerender(<States rows={["a"]} error={{ status: 503 }} />);
  await expect.element(page.getByText("1 things")).toBeVisible();
});

test("chips show their value, change it, and can be removed", async () => {
  const [order, kinds, clear] = [vi.fn(), vi.fn(), vi.fn()];
  const choices = [
    { value: "a", label: "Alpha" },
    { value: "b", label: "Beta" },
  ] as const;
  const page = await render(
    <>
      <ChoiceChip label="Order" value="a" choices={choices} onChange={order} />
      <ListChip
        label="Kind"
        values={["a"]}
        choices={choices}
        onChange={kinds}
        onClear={() => kinds(undefined)}
      />
      <FilteringOnChip name="stripe" onClear={clear} />
    </>,
  );

  await page.getByRole("button", { name: "Order Alpha" }).click();
  await page.getByRole("menuitemradio", { name: "Beta" }).click();
  await page.getByRole("button", { name: "Kind Alpha" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Beta" }).click();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Clear kind filter" }).click();
  await page.getByRole("button", { name: "Filtering on stripe" }).click();

  expect(order).toHaveBeenCalledWith("b");
  expect(kinds.mock.calls).toEqual([[["a", "b"]], [undefined]]);
  expect(clear).toHaveBeenCalledOnce();
});

test("a search box hands a word on once, keeps what is typed until it is back, and Escape clears it", async () => {
  const change = vi.fn();
  const boxWith = (value: string) => (
    <SearchBox label="Filter" placeholder="" value={value} onChange={change} />
  );
  const page = await render(boxWith(""));
  const box = page.getByRole("searchbox");

  await box.fill("stri");
  await box.fill("stripe");
  await expect.poll(() => change.mock.calls).toEqual([["stripe"]]);
  await expect.element(box).toHaveValue("stripe");
  await page.rerender(boxWith("stripe"));
  await page.rerender(boxWith("from a link"));
  await expect.element(box).toHaveValue("from a link");
  await userEvent.keyboard("{Escape}");
  await expect.element(box).toHaveValue("");
  await expect.poll(() => change.mock.calls.at(-1)).toEqual([""]);
});
