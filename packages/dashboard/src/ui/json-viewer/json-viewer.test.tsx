import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Toaster } from "../toaster.tsx";
import "../styles/styles.css";
import { BodyViewer, type BodyViewerProps } from "./body-viewer.tsx";
import { recordClipboard } from "../test-clipboard.ts";

const ORDER =
  '{"id":"evt_1","amount":12345678901234567890,"rate":1.0,"data":{"object":{"card":{"last4":"4242"}},"tags":["new","paid"]},"id":"again"}';

test("a word that the page names is marked from the start, and the search begins with it", async () => {
  const screen = await showBody(ORDER, undefined, "4242");

  await expect.poll(() => document.querySelector("mark")?.textContent).toBe("4242");
  await screen.getByRole("button", { name: "Search" }).click();

  await expect.element(screen.getByRole("searchbox", { name: "Search in body" })).toHaveValue("4242");
  await expect.element(screen.getByText("1 / 1")).toBeVisible();
});

describe("the tree", () => {
  test("shows numbers, order and duplicate keys as received", async () => {
    const screen = await showBody(ORDER);

    await expect.element(screen.getByRole("tree", { name: "Body" })).toBeVisible();
    expect(drawnRows().slice(0, 4)).toEqual([
      "{",
      '"id": "evt_1",',
      '"amount": 12345678901234567890,',
      '"rate": 1.0,',
    ]);
    expect(drawnRows().at(-2)).toBe('"id": "again"');
  });

  test("folds and unfolds with the keyboard alone", async () => {
    const screen = await showBody(ORDER);
    treeElement().focus();

    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowLeft}");
    await expect.element(screen.getByRole("treeitem", { name: '"data": { 2 keys },' })).toBeVisible();
    expect(activeRowText()).toBe('"data": { 2 keys },');

    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
    await expect.element(screen.getByRole("treeitem", { name: '"object": { 1 key },' })).toBeVisible();

    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByRole("treeitem", { name: '"object": {' })).toBeVisible();
    await userEvent.keyboard("{End}");
    expect(activeRowText()).toBe('"id": "again"');
    await userEvent.keyboard("{Home}");
    expect(activeRowText()).toBe("{");
  });

  test("folds all but the root, and unfolds all", async () => {
    const screen = await showBody(ORDER);

    await screen.getByRole("button", { name: "Fold all", exact: true }).click();
    expect(drawnRows()).toHaveLength(7);

    await screen.getByRole("button", { name: "Unfold all" }).click();
    expect(drawnRows()).toHaveLength(17);
  });

  test("a row that fills its line to the last column does not run into the next one", async () => {
    const first = await showBody('{"a":"","b":1}');
    const columns = Number.parseInt(rowElements()[1]?.style.width ?? "", 10);
    await first.unmount();

    // Key, colon, space, quotes and comma are eight characters.
    await showBody(JSON.stringify({ a: "x".repeat(columns - 8), b: 1 }));

    const [, full, next] = rowElements().map((row) => row.getBoundingClientRect());
    expect(full?.height).toBeGreaterThan(0);
    expect(full?.bottom).toBeLessThanOrEqual((next?.top ?? 0) + 0.5);
  });

  test("short lines have no bar below them, however narrow the box is", async () => {
    await page.viewport(360, 740);
    const screen = await showBody('{"a":1}');
    await expect.poll(() => drawnRows()).toHaveLength(3);
    const box = treeElement().parentElement;
    expect(box?.scrollWidth).toBe(box?.clientWidth);

    await screen.getByRole("button", { name: "Raw" }).click();
    const raw = screen.getByRole("region", { name: "Body as text" });
    await expect.element(raw).toHaveTextContent('{"a":1}');
    expect(raw.element().scrollWidth).toBe(raw.element().clientWidth);
  });

  test("draws only what is in view of 54,000 rows", async () => {
    const items = Array.from({ length: 9_000 }, (_, n) => ({ id: n, a: 1, b: "two", c: null }));
    await showBody(JSON.stringify(items));

    await expect.poll(() => drawnRows().length).toBeGreaterThan(5);
    expect(drawnRows().length).toBeLessThan(100);
  });

  test("a far scroll shows the rows there, and text of wide characters covers no other row", async () => {
    const items = Array.from({ length: 300 }, (_, n) => `${n} ${"語".repeat(120)}`);
    const screen = await showBody(JSON.stringify(items));
    await expect.element(screen.getByText(/^"0 語/)).toBeVisible();
    expect(coveredRows()).toEqual([]);

    treeElement().parentElement?.scrollTo({ top: 6_000 });
    await expect.poll(() => drawnRows().some((text) => text.startsWith('"9 '))).toBe(false);
    expect(coveredRows()).toEqual([]);

    treeElement().focus();
    await userEvent.keyboard("{End}");

    await expect.poll(() => isWhollyInBox(screen.getByText(/^"299 語/).element())).toBe(true);
    expect(coveredRows()).toEqual([]);
  });
});

describe("search", () => {
  test("Mod+F opens it, a hit in a folded row unfolds, Enter walks around the ends", async () => {
    const screen = await showBody(ORDER);
    await screen.getByRole("button", { name: "Fold all", exact: true }).click();
    treeElement().focus();

    await userEvent.keyboard("{Control>}f{/Control}4242");
    await expect.element(screen.getByText("1 / 1")).toBeVisible();
    await expect.poll(currentHitRow).toBe('"last4": "4242"');

    await userEvent.clear(screen.getByRole("searchbox"));
    await userEvent.keyboard('ID"');
    await expect.element(screen.getByText("1 / 3")).toBeVisible();
    await userEvent.keyboard("{Enter}{Enter}");
    await expect.element(screen.getByText("3 / 3")).toBeVisible();
    await expect.poll(currentHitRow).toBe('"id": "again"');
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText("1 / 3")).toBeVisible();
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await expect.element(screen.getByText("3 / 3")).toBeVisible();
  });

  test("says so when nothing matches, and below two characters", async () => {
    const screen = await showBody(ORDER);
    await screen.getByRole("button", { name: "Search", exact: true }).click();

    await userEvent.keyboard("i");
    await expect.element(screen.getByText("No match found.")).toBeVisible();
    await userEvent.keyboard("d");
    await expect.element(screen.getByText(/^1 \/ /)).toBeVisible();
    await userEvent.keyboard("zz");
    await expect.element(screen.getByText("No match found.")).toBeVisible();
  });

  test("Escape closes it, unmarks the hits and hands the keyboard back to the tree", async () => {
    const screen = await showBody(ORDER);
    await screen.getByRole("button", { name: "Search", exact: true }).click();
    await userEvent.keyboard("evt");
    await expect.poll(() => document.querySelectorAll("mark").length).toBe(1);

    await userEvent.keyboard("{Escape}");

    await expect.poll(() => document.querySelectorAll("mark").length).toBe(0);
    expect(document.activeElement).toBe(treeElement());
  });

  test("finds what lies beyond the shortened part of a long string", async () => {
    const screen = await showBody(JSON.stringify({ log: `${"x".repeat(9_000)}needle` }));
    await screen.getByRole("button", { name: "Search", exact: true }).click();

    await userEvent.keyboard("needle");

    await expect.poll(() => document.querySelector("mark[data-current]")?.textContent).toBe("needle");
  });
});

describe("the row menu", () => {
  test.each([
    ['"last4"', "Copy value", "4242"],
    ['"last4"', "Copy path", "$.data.object.card.last4"],
    ['"amount"', "Copy value", "12345678901234567890"],
    ['"tags"', "Copy value", '["new","paid"]'],
  ])("on %s: %s", async (row, action, copied) => {
    const screen = await showBody(ORDER);
    const written = recordClipboard();

    await screen.getByText(row).click({ button: "right" });
    await screen.getByRole("menuitem", { name: action }).click();

    await expect.poll(() => written).toEqual([copied]);
    await expect.element(screen.getByText("Copied to clipboard").first()).toBeInTheDocument();
  });

  test("opens at a closing bracket for what it closes, without scrolling to its start", async () => {
    const text = JSON.stringify({ list: Array.from({ length: 300 }, (_, n) => n) });
    const screen = await showBody(text);
    const written = recordClipboard();
    treeElement().focus();
    await userEvent.keyboard("{End}");
    await expect.element(screen.getByText("299")).toBeVisible();

    await screen.getByText("]", { exact: true }).click({ button: "right" });
    await screen.getByRole("menuitem", { name: "Copy path" }).click();

    await expect.poll(() => written).toEqual(["$.list"]);
    expect(treeElement().parentElement?.scrollTop).toBeGreaterThan(5_000);
  });

  test.each([
    ['"last4"', ["data", "object", "card", "last4"], "4242"],
    ['"rate"', ["rate"], 1],
    ['"paid"', ["data", "tags", 1], "paid"],
  ])("on %s: filters by its path and value", async (row, path, value) => {
    const asked: unknown[] = [];
    const screen = await showBody(ORDER, (...filter) => asked.push(filter));

    await screen.getByText(row).click({ button: "right" });
    await screen.getByRole("menuitem", { name: "Filter by this value" }).click();

    expect(asked).toEqual([[path, value]]);
  });

  test("offers no filter by an object, by a shortened text, or where there is nothing to filter", async () => {
    const text = JSON.stringify({ nested: { a: 1 }, long: "x".repeat(3_000) });
    const screen = await showBody(text, () => undefined);
    for (const row of ['"nested"', '"long"']) {
      await screen.getByText(row).click({ button: "right" });
      await expect.element(screen.getByRole("menuitem", { name: "Copy path" })).toBeVisible();
      await expect.element(screen.getByRole("menuitem", { name: /Filter/ })).not.toBeInTheDocument();
      await userEvent.keyboard("{Escape}");
    }
    await screen.unmount();

    const alone = await showBody(text);
    await alone.getByText('"a"').click({ button: "right" });
    await expect.element(alone.getByRole("menuitem", { name: "Copy path" })).toBeVisible();
    await expect.element(alone.getByRole("menuitem", { name: /Filter/ })).not.toBeInTheDocument();
  });

  test("opens from the keyboard and gives the focus back to the tree", async () => {
    const screen = await showBody(ORDER);
    treeElement().focus();

    await userEvent.keyboard("{ArrowDown}{Shift>}{F10}{/Shift}");
    await expect.element(screen.getByRole("menuitem", { name: "Copy path" })).toBeVisible();
    await userEvent.keyboard("{Escape}");

    await expect.poll(() => document.activeElement).toBe(treeElement());
  });
});

test("the whole body is copied as received", async () => {
  const screen = await showBody(ORDER);
  const written = recordClipboard();

  await screen.getByRole("button", { name: "Copy body" }).click();

  await expect.poll(() => written).toEqual([ORDER]);
});

describe("the body as types", () => {
  test("in TypeScript and Go, each to copy and to search, and the tree comes back as it was", async () => {
    const screen = await showBody(ORDER);
    const written = recordClipboard();
    await screen.getByRole("button", { name: "Fold all", exact: true }).click();

    await screen.getByRole("button", { name: "TypeScript" }).click();
    const typescript = screen.getByRole("region", { name: "Body as TypeScript types" });
    await expect.element(typescript).toHaveTextContent("last4: string;");
    await screen.getByRole("button", { name: "Copy TypeScript types" }).click();
    await expect.poll(() => written[0]).toMatch(/^export interface Body \{\n {2}id: string;\n/);
    await screen.getByRole("button", { name: "Search", exact: true }).click();
    await userEvent.keyboard("interface");
    await expect.element(screen.getByText("1 / 4")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await screen.getByRole("button", { name: "Go", exact: true }).click();
    const go = screen.getByRole("region", { name: "Body as Go types" });
    await expect.element(go).toHaveTextContent('Amount uint64 `json:"amount"`');
    await expect.element(screen.getByRole("button", { name: "Fold all", exact: true })).toBeDisabled();
    await screen.getByRole("button", { name: "Tree" }).click();

    await expect.poll(() => drawnRows().length).toBe(7);
  });

  test("only JSON has types", async () => {
    const screen = await showBody("a=1&b=2");

    for (const name of ["TypeScript", "Go"]) {
      await screen.getByRole("button", { name, exact: true }).click();
      await expect.element(screen.getByText("Not supported for non-json types")).toBeVisible();
    }
    await screen.getByRole("button", { name: "Raw" }).click();

    await expect.element(screen.getByRole("region", { name: "Body as text" })).toHaveTextContent("a=1&b=2");
  });
});

describe("large and odd bodies", () => {
  test("a string over 2,000 characters is shortened until all is asked for", async () => {
    const screen = await showBody(JSON.stringify([`${"x".repeat(4_000)}the end`]));
    await expect.poll(() => drawnRows().length).toBe(3);
    expect(drawnRows().join("")).not.toContain("the end");

    await screen.getByText("Show all").click();

    await expect.poll(() => drawnRows().length).toBeGreaterThan(3);
    treeElement().parentElement?.scrollTo({ top: 100_000 });
    await expect.poll(() => drawnRows().join("")).toContain("the end");
  });

  test("over a million characters nothing is drawn before 'Display anyway'", async () => {
    const screen = await showBody(`["${"x".repeat(1_000_000)}"]`);
    await expect.element(screen.getByText(/1,000,004 characters/)).toBeVisible();
    expect(document.querySelector("[role=tree]")).toBeNull();

    await screen.getByRole("button", { name: "Display anyway" }).click();

    await expect.element(screen.getByRole("tree")).toBeVisible();
  });

  test("a body of exactly a million characters is drawn at once", async () => {
    const screen = await showBody(`["${"x".repeat(999_996)}"]`);

    await expect.element(screen.getByRole("tree")).toBeVisible();
  });

  test("broken JSON is shown as text with the place of the fault", async () => {
    const screen = await showBody('{\n  "a": 1\n  "b": 2\n}');

    await expect
      .element(screen.getByText("Not shown as a tree: expected a comma or } at line 3, column 3."))
      .toBeVisible();
    await expect.element(screen.getByRole("region", { name: "Body as text" })).toHaveTextContent('"b": 2');
  });

  test("raw shows the text as received, and another body starts afresh as a tree", async () => {
    const screen = await showBody(ORDER);
    await screen.getByRole("button", { name: "Raw" }).click();
    const region = screen.getByRole("region", { name: "Body as text" });
    await expect.element(region).toHaveTextContent(/"rate":1\.0,/);

    await screen.rerender(<BodyViewer text="[1,2]" contentType="application/json" />);

    await expect.element(screen.getByRole("tree")).toBeVisible();
  });

  test("an empty body says so and offers nothing to copy", async () => {
    const screen = await showBody("");

    await expect.element(screen.getByText("No body")).toBeVisible();
    expect(document.querySelector("button")).toBeNull();
  });
});

function showBody(text: string, onFilterBy?: BodyViewerProps["onFilterBy"], marked?: string) {
  return render(
    <>
      <BodyViewer
        text={text}
        contentType="application/json"
        maxHeight="400px"
        onFilterBy={onFilterBy}
        marked={marked}
      />
      <Toaster />
    </>,
  );
}

function treeElement(): HTMLElement {
  const tree = document.querySelector<HTMLElement>("[role=tree]");
  if (!tree) throw new Error("no tree on the page");
  return tree;
}

function rowElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row]")];
}

function drawnRows(): string[] {
  return rowElements().map((row) => row.textContent ?? "");
}

/** The rows that begin before the row above them ends. */
function coveredRows(): string[] {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-index]")];
  const placed = rows.toSorted((a, b) => Number(a.dataset["index"]) - Number(b.dataset["index"]));
  return placed
    .filter(
      (row, n) =>
        row.getBoundingClientRect().top < (placed[n - 1]?.getBoundingClientRect().bottom ?? -Infinity) - 1,
    )
    .map((row) => row.textContent);
}

/** Compared by edges: the share that an observer reports of a part in full view depends on the fonts (0.9999997 of 1). */
function isWhollyInBox(part: Element): boolean {
  const box = treeElement().parentElement?.getBoundingClientRect() ?? new DOMRect();
  const { top, bottom } = part.getBoundingClientRect();
  return top >= box.top && bottom <= box.bottom;
}

function activeRowText(): string | undefined {
  const id = treeElement().getAttribute("aria-activedescendant") ?? "";
  return document.getElementById(id)?.textContent ?? undefined;
}

function currentHitRow(): string | undefined {
  return document.querySelector("mark[data-current]")?.closest("[data-row]")?.textContent ?? undefined;
}
