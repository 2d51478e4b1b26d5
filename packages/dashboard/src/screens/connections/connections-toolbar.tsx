/** Which connections does the list show, in which order? Status, order, and a source or destination from the link. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { ChoiceChip } from "../../ui/choice-chip.tsx";
import type { ConnectionsSearch, Order, StatusFilter, withChange } from "./connections-url.ts";

const STATUS_CHOICES: readonly { value: StatusFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "enabled", label: "Enabled" },
  { value: "paused", label: "Paused" },
  { value: "disabled", label: "Disabled" },
];

const ORDER_CHOICES: readonly { value: Order; label: string }[] = [
  { value: "full_name", label: "Name, A to Z" },
  { value: "full_name_desc", label: "Name, Z to A" },
  { value: "updated", label: "Last updated" },
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
];

export interface ConnectionsToolbarProps {
  search: ConnectionsSearch;
  onChange: (change: Parameters<typeof withChange>[1]) => void;
}

export function ConnectionsToolbar({ search, onChange }: ConnectionsToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ChoiceChip
        label="Status"
        value={search.status ?? "all"}
        choices={STATUS_CHOICES}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceChip
        label="Order"
        value={search.order ?? "full_name"}
        choices={ORDER_CHOICES}
        onChange={(order) => onChange({ order })}
      />
      {search.source_id === undefined ? null : (
        <SourceChip id={search.source_id} onClear={() => onChange({ source_id: undefined })} />
      )}
      {search.destination_id === undefined ? null : (
        <DestinationChip id={search.destination_id} onClear={() => onChange({ destination_id: undefined })} />
      )}
    </div>
  );
}

interface EndChipProps {
  id: string;
  onClear: () => void;
}

function SourceChip({ id, onClear }: EndChipProps) {
  const source = useQuery(sourceQuery(id));
  return <FilteringOn name={source.isError ? undefined : (source.data?.name ?? id)} onClear={onClear} />;
}

function DestinationChip({ id, onClear }: EndChipProps) {
  const destination = useQuery(destinationQuery(id));
  return (
    <FilteringOn name={destination.isError ? undefined : (destination.data?.name ?? id)} onClear={onClear} />
  );
}

function FilteringOn({ name, onClear }: { name: string | undefined; onClear: () => void }) {
  return (
    <button
      type="button"
      onClick={onClear}
      data-tooltip="Clear this filter"
      className="inline-flex h-7 items-center gap-1 rounded-md border border-dashed border-line-strong px-2 text-sm text-ink-2 transition-colors hover:border-ink-3"
    >
      Filtering on
      <span className="font-medium text-ink">{name ?? "Failed to fetch name"}</span>
      <X aria-hidden className="size-3 text-ink-3" />
    </button>
  );
}
