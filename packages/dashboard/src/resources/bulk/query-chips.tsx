/** The query of a bulk operation as small labels, with names instead of ids where they are known. */
import type { ReactNode } from "react";
import { useEntityNames } from "../metrics/entity-names.ts";
import type { BulkQuery } from "./bulk-query.ts";
import { queryWords, type QueryWord } from "./query-words.ts";

export function QueryChips({ query }: { query: BulkQuery }) {
  const words = queryWords(query);
  if (words.length === 0) return <p className="text-xs text-ink-2">Without filters</p>;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-1.5">
      {words.map(({ label, text, named }) => (
        <Chip key={label} label={label}>
          {named ? <Names named={named} /> : text}
        </Chip>
      ))}
    </ul>
  );
}

function Chip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="inline-flex h-5.5 max-w-full items-center gap-1 rounded-sm border border-line bg-surface px-1.5 text-xs whitespace-nowrap text-ink-2">
      {label} <span className="truncate font-medium text-ink">{children}</span>
    </li>
  );
}

function Names({ named: { dimension, ids } }: { named: NonNullable<QueryWord["named"]> }) {
  const { nameOf } = useEntityNames(dimension, ids);
  return ids.map(nameOf).join(", ");
}
