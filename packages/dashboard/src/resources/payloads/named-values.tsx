/**
 * Headers or query parameters as a table: one name and value per row, to copy, and to filter a list by.
 */
import { Funnel } from "lucide-react";
import { use, useId } from "react";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PLACEHOLDER_CLASS, PlaceholderContext } from "../../ui/json-viewer/placeholder.ts";
import { useFilterBy } from "./filter-by-value.ts";
import type { FilteredPart } from "./value-filter.ts";

export interface NamedValue {
  name: string;
  value: string;
  isMarked?: boolean;
}

export interface NamedValuesProps {
  title: string;
  entries: readonly NamedValue[];
  /** The part of the payload that these are, if lists can be filtered by it. Added headers are no part of it. */
  part?: Exclude<FilteredPart, "body">;
  /** The word on marked entries; `markMeaning` is its tooltip. */
  mark?: string;
  markMeaning?: string;
}

const SHOWN_ON_USE =
  "opacity-0 group-focus-within/value:opacity-100 group-hover/value:opacity-100 pointer-coarse:opacity-100";

export function NamedValues({ title, entries, part, mark, markMeaning }: NamedValuesProps) {
  const titleId = useId();
  const placeholder = use(PlaceholderContext);
  const filterBy = useFilterBy(part ?? "headers");
  const canFilter = (entry: NamedValue) => part !== undefined && !entry.isMarked && isPlainName(entry.name);
  return (
    <section>
      <div className="mb-1.5 flex min-h-6 items-center justify-between text-xs text-ink-2">
        <h2 id={titleId}>
          {title} · {entries.length}
        </h2>
        <CopyButton
          value={entries.map(({ name, value }) => `${name}: ${value}`).join("\n")}
          label={`Copy all of ${title.toLowerCase()}`}
        />
      </div>
      <div className="rounded-md border border-line">
        <table aria-labelledby={titleId} className="mono w-full table-fixed border-collapse text-left">
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, at) => (
              <tr
                // A query may repeat a name, so the name alone is not a unique key.
                // oxlint-disable-next-line react/no-array-index-key -- the order never changes
                key={`${at}-${entry.name}`}
                className="group/value border-b border-line last:border-b-0"
              >
                <th scope="row" className="w-2/5 py-0.5 pr-3 pl-3 align-middle font-normal text-ink-3">
                  <span className="flex min-h-6 flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere]">
                    {entry.name}
                    {entry.isMarked ? (
                      <span data-tooltip={markMeaning} className="inline-flex font-sans">
                        <Badge className="h-4.5 text-[11px]">{mark}</Badge>
                      </span>
                    ) : null}
                  </span>
                </th>
                <td className="py-0.5 pr-1 align-middle">
                  <span className="flex items-center gap-1">
                    <span className="mr-auto [overflow-wrap:anywhere]">
                      {entry.value === placeholder ? (
                        <span className={PLACEHOLDER_CLASS}>{entry.value}</span>
                      ) : (
                        entry.value
                      )}
                    </span>
                    {filterBy && canFilter(entry) ? (
                      <IconButton
                        size="sm"
                        label="Filter by this value"
                        icon={<Funnel />}
                        onClick={() => filterBy([entry.name], entry.value)}
                        className={SHOWN_ON_USE}
                      />
                    ) : null}
                    <CopyButton value={entry.value} label={`Copy ${entry.name}`} className={SHOWN_ON_USE} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** `a[b]=1` is a value inside of `a`, not one of this name. */
function isPlainName(name: string): boolean {
  return !name.includes("[");
}
