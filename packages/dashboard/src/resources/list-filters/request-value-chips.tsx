/** Filters by values of requests: headers, body and query as JSON, and a piece of the path. */
import { TextChip } from "../../ui/list/text-chip.tsx";
import type { RequestValueFilters } from "./active-filters.ts";
import type { FilterChip, FilterChips } from "./filter-chip.ts";
import { jsonProblem, pathProblem, type JsonPart } from "./json-filter.ts";

function jsonChip(part: JsonPart, label: string, hint: string, placeholder: string): FilterChip<string> {
  return {
    label,
    Chip: function JsonChip(props) {
      return (
        <TextChip
          {...props}
          isCode
          hint={hint}
          placeholder={placeholder}
          problemOf={(text) => jsonProblem(part, text)}
        />
      );
    },
    Words: ({ value }) => value,
  };
}

/** For the table of a screen: `{ …, ...requestValueChips }`. The search box shows the search term. */
export const requestValueChips: FilterChips<Omit<RequestValueFilters, "search_term">> = {
  headers: jsonChip(
    "headers",
    "Headers",
    "Headers that the request must have.",
    '{ "x-github-event": "push" }',
  ),
  body: jsonChip("body", "Body", "Values that the body must contain.", '{ "order": { "id": 7 } }'),
  parsed_query: jsonChip("parsed_query", "Query", "Values that the query must contain.", '{ "page": "1" }'),
  path: {
    label: "Path",
    Chip: function PathChip(props) {
      return (
        <TextChip {...props} hint="A piece of the path." placeholder="/orders" problemOf={pathProblem} />
      );
    },
    Words: ({ value }) => value,
  },
};
