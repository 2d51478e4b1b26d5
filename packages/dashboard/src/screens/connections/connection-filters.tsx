/** Which connections does the list show, grouped and ordered how? And which source or destination did the link name? */
import { useQuery } from "@tanstack/react-query";
import { destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { ChoiceChip, FilteringOnChip } from "../../ui/list/chip.tsx";
import type { ConnectionsSearch, Grouping, Order, StatusFilter } from "./connections-url.ts";

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

const GROUP_CHOICES: readonly { value: Grouping; label: string }[] = [
  { value: "source", label: "Source" },
  { value: "destination", label: "Destination" },
  { value: "none", label: "None" },
];

export interface ConnectionFiltersProps {
  search: ConnectionsSearch;
  /** As shown: from the address, or the view's own. */
  order: Order;
  grouping: Grouping;
  onChange: (change: Partial<ConnectionsSearch>) => void;
}

export function ConnectionFilters({ search, order, grouping, onChange }: ConnectionFiltersProps) {
  return (
    <>
      <ChoiceChip
        label="Status"
        value={search.status ?? "all"}
        choices={STATUS_CHOICES}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceChip
        label="Group by"
        value={grouping}
        choices={GROUP_CHOICES}
        onChange={(group_by) => onChange({ group_by })}
      />
      <ChoiceChip
        label="Order"
        value={order}
        choices={ORDER_CHOICES}
        onChange={(next) => onChange({ order: next })}
      />
      {search.source_id === undefined ? null : (
        <SourceChip id={search.source_id} onClear={() => onChange({ source_id: undefined })} />
      )}
      {search.destination_id === undefined ? null : (
        <DestinationChip id={search.destination_id} onClear={() => onChange({ destination_id: undefined })} />
      )}
    </>
  );
}

const NO_NAME = "Failed to fetch name";

interface EndChipProps {
  id: string;
  onClear: () => void;
}

function SourceChip({ id, onClear }: EndChipProps) {
  const source = useQuery(sourceQuery(id));
  return <FilteringOnChip name={source.isError ? NO_NAME : (source.data?.name ?? id)} onClear={onClear} />;
}

function DestinationChip({ id, onClear }: EndChipProps) {
  const destination = useQuery(destinationQuery(id));
  return (
    <FilteringOnChip
      name={destination.isError ? NO_NAME : (destination.data?.name ?? id)}
      onClear={onClear}
    />
  );
}
