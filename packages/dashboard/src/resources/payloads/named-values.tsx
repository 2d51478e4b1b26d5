/**
 * Headers or query parameters: one name and value per line, with a button to copy the value.
 */
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

export interface NamedValue {
  name: string;
  value: string;
  isMarked?: boolean;
}

export interface NamedValuesProps {
  title: string;
  entries: readonly NamedValue[];
  /** The word on marked entries; `markMeaning` is its tooltip. */
  mark?: string;
  markMeaning?: string;
}

export function NamedValues({ title, entries, mark, markMeaning }: NamedValuesProps) {
  return (
    <section>
      <h2 className="mb-1.5 text-xs text-ink-2">
        {title} · {entries.length}
      </h2>
      <dl className="mono rounded-md border border-line">
        {entries.map(({ name, value, isMarked = false }, at) => (
          <div
            // A query may repeat a name, so the name alone is not a unique key.
            // oxlint-disable-next-line react/no-array-index-key -- the order never changes
            key={`${at}-${name}`}
            className="group/value grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-3 border-b border-line py-0.5 pr-1 pl-3 last:border-b-0"
          >
            <dt className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-ink-3 [overflow-wrap:anywhere]">
              {name}
              {isMarked ? (
                <span data-tooltip={markMeaning} className="inline-flex font-sans">
                  <Badge className="h-4.5 text-[11px]">{mark}</Badge>
                </span>
              ) : null}
            </dt>
            <dd className="flex items-center justify-between gap-1">
              <span className="[overflow-wrap:anywhere]">{value}</span>
              <CopyButton
                value={value}
                label={`Copy ${name}`}
                className="opacity-0 group-focus-within/value:opacity-100 group-hover/value:opacity-100 pointer-coarse:opacity-100"
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
