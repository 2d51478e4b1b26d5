/**
 * What is the address of a list with one of its rows selected? Made once for all rows: a page has a hundred of them, and
 * their addresses differ only in the id.
 */
import { stringifySearch } from "@posthorn/contract/search-codec";
import type { RowChoice } from "../../ui/list/row-choices.ts";
import { ownUrl } from "../base-path.ts";

/** Stands for the id of a row until it is known. No filter has it as its value. */
const PLACEHOLDER = "the-id-of-this-row";

export interface AddressedList<Search extends object> {
  /** Without the search: "/events". */
  path: `/${string}`;
  withSelection: (search: Search, choice: RowChoice | undefined) => Search;
}

export function rowAddresses<Search extends object>(
  { path, withSelection }: AddressedList<Search>,
  search: Search,
): (id: string) => string {
  // Leave out the tab: the panel remembers it, and switching it must not render a hundred rows.
  const others = { ...withSelection(search, undefined), tab: undefined };
  const address = ownUrl(path) + stringifySearch(withSelection(others, { id: PLACEHOLDER }));
  const [before = "", after = ""] = address.split(PLACEHOLDER);
  return (id) => `${before}${id}${after}`;
}
