/**
 * What is the address of a list with one of its rows selected? Made once for all rows: a page has a hundred of them, and
 * their addresses differ only in the id.
 */
import { stringifySearch } from "@posthorn/contract/search-codec";
import type { RowChoice } from "../../ui/list/row-choices.ts";

/** Stands for the id of a row until it is known. No filter has it as its value. */
const PLACEHOLDER = "the-id-of-this-row";

/** `url` is that of the list, without the search. */
export function rowAddresses<Search extends object>(
  url: string,
  search: Search,
  withSelection: (search: Search, choice: RowChoice | undefined) => Search,
): (id: string) => string {
  // Leave out the tab: the panel remembers it, and switching it must not render a hundred rows.
  const others = { ...withSelection(search, undefined), tab: undefined };
  const address = url + stringifySearch(withSelection(others, { id: PLACEHOLDER }));
  const [before = "", after = ""] = address.split(PLACEHOLDER);
  return (id) => `${before}${id}${after}`;
}
