/** The body of a request or event, with 'Filter by this value' where a list can be filtered. */
import { BodyViewer, type BodyViewerProps } from "../../ui/json-viewer/body-viewer.tsx";
import { useFilterBy } from "./filter-by-value.ts";

export function PayloadBody(props: Omit<BodyViewerProps, "onFilterBy">) {
  return <BodyViewer {...props} onFilterBy={useFilterBy("body")} />;
}
