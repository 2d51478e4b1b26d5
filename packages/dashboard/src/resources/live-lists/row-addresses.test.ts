import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import type { RowChoice } from "../../ui/list/row-choices.ts";
import { rowAddresses } from "./row-addresses.ts";

interface Search {
  search_term?: string;
  selected_event_id?: string | undefined;
  selected_attempt_id?: string | undefined;
  tab?: string | undefined;
}

function withSelection(search: Search, choice: RowChoice | undefined): Search {
  return { ...search, selected_event_id: choice?.id, selected_attempt_id: choice?.partId };
}

function addressOf(search: Search, id: string): { path: string; search: object } {
  const [path = "", query = ""] = rowAddresses("/events", search, withSelection)(id).split("?");
  return { path, search: parseSearch(query) };
}

test("the address of a row selects the row in the same list, without the part and the tab of another", () => {
  const search = { selected_event_id: "evt_1", selected_attempt_id: "atm_1", tab: "response" };

  expect(addressOf(search, "evt_2")).toEqual({ path: "/events", search: { selected_event_id: "evt_2" } });
});

test("a filter whose value begins like an id stays as it is", () => {
  expect(addressOf({ search_term: "evt_ and more" }, "evt_2").search).toEqual({
    search_term: "evt_ and more",
    selected_event_id: "evt_2",
  });
});
