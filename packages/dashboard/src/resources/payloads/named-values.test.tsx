import type { JsonValue } from "@posthorn/contract/payload-filters";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "../../ui/styles/styles.css";
import { FilterByValueContext } from "./filter-by-value.ts";
import { NamedValues, type NamedValuesProps } from "./named-values.tsx";

const HEADERS: NamedValuesProps = {
  title: "Headers",
  part: "headers",
  mark: "Added",
  markMeaning: "Added by Posthorn",
  entries: [
    { name: "x-topic", value: "orders/paid" },
    { name: "x-posthorn-eventid", value: "evt_1", isMarked: true },
  ],
};

test("headers are a table, and say which of them were added", async () => {
  const screen = await render(<NamedValues {...HEADERS} />);

  const table = screen.getByRole("table", { name: "Headers · 2" });
  await expect.element(table.getByRole("row", { name: "x-topic orders/paid Copy x-topic" })).toBeVisible();
  await expect.element(table.getByRole("rowheader", { name: "x-posthorn-eventid Added" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Filter by this value" })).not.toBeInTheDocument();
});

test("below a list, a value that came with the request can be filtered by", async () => {
  const asked: [string, JsonValue][] = [];
  const query = { ...HEADERS, title: "Query", part: "parsed_query" as const };
  const screen = await render(
    <FilterByValueContext value={(part, filter) => asked.push([part, filter])}>
      <NamedValues {...HEADERS} />
      <NamedValues
        {...query}
        entries={[
          { name: "page", value: "2" },
          { name: "a[b]", value: "1" },
        ]}
      />
    </FilterByValueContext>,
  );

  const buttons = screen.getByRole("button", { name: "Filter by this value" });
  await expect.element(buttons.last()).toBeInTheDocument();
  expect(buttons.elements()).toHaveLength(2);
  await buttons.first().click();
  await buttons.last().click();

  expect(asked).toEqual([
    ["headers", { "x-topic": "orders/paid" }],
    ["parsed_query", { page: "2" }],
  ]);
});
