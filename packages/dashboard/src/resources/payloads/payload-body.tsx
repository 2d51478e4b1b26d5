/**
 * The body of a request or event, with 'Filter by this value' where a list can be filtered. Where a list was searched for
 * a word, the word is marked.
 */
import { use } from "react";
import { BodyViewer, type BodyViewerProps } from "../../ui/json-viewer/body-viewer.tsx";
import { useFilterBy } from "./filter-by-value.ts";
import { SearchedWordContext } from "./searched-word.ts";

export function PayloadBody(props: Omit<BodyViewerProps, "onFilterBy" | "marked">) {
  return <BodyViewer {...props} marked={use(SearchedWordContext)} onFilterBy={useFilterBy("body")} />;
}
