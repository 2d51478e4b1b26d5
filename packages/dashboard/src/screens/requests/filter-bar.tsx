/**
 * Which requests does the list show? One chip per filter. The most used ones are always there; "+ Filter" adds others.
 */
import { REJECTION_CAUSES } from "@posthorn/contract/causes";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { useState } from "react";
import { DateFilterChip } from "../../resources/events/date-filter-chip.tsx";
import {
  isRequestFilterActive,
  type RequestFilterName,
  type RequestFilters,
} from "../../resources/requests/request-filters.ts";
import { REQUEST_STATUS_LABELS } from "../../resources/requests/request-status-badge.tsx";
import { useSession } from "../../resources/session/use-session.ts";
import type { SourceNames } from "../../resources/sources/use-source-names.ts";
import { AddFilterChip, ListChip, OptionalChip } from "../../ui/list/chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";

const STATUS_CHOICES = (["accepted", "rejected"] as const).map((value) => ({
  value,
  label: REQUEST_STATUS_LABELS[value],
}));
const CAUSE_CHOICES = REJECTION_CAUSES.map((value) => ({ value, label: REJECTION_CAUSE_LABELS[value] }));

const LABELS = { rejection_cause: "Rejection cause" } as const;
const ON_REQUEST = ["rejection_cause"] as const;
type OnRequest = (typeof ON_REQUEST)[number];

export interface FilterBarProps {
  filters: RequestFilters;
  names: SourceNames;
  onChange: (change: Partial<RequestFilters>) => void;
}

export function FilterBar({ filters, names, onChange }: FilterBarProps) {
  const { project } = useSession();
  /** The filter that "+ Filter" added, while it is still empty. Its menu opens at once. */
  const [added, setAdded] = useState<OnRequest | null>(null);
  const clear = (name: RequestFilterName) =>
    isRequestFilterActive(filters, name) ? () => onChange({ [name]: undefined }) : undefined;
  const isShown = (name: OnRequest) => name === added || isRequestFilterActive(filters, name);
  const hidden = ON_REQUEST.filter((name) => !isShown(name));
  return (
    <FiltersBar>
      <DateFilterChip
        date={filters.ingested_at}
        keptDays={project.retention_days}
        onChange={(ingested_at) => onChange({ ingested_at })}
        onClear={clear("ingested_at")}
      />
      <ListChip
        label="Source"
        values={filters.source_id}
        choices={names.sources.map(({ id, name }) => ({ value: id, label: name }))}
        unknownText={names.isFailed ? "Failed to fetch name" : undefined}
        onChange={(source_id) => onChange({ source_id })}
        onClear={clear("source_id")}
      />
      <OptionalChip
        label="Status"
        text={filters.status && REQUEST_STATUS_LABELS[filters.status]}
        value={filters.status}
        choices={STATUS_CHOICES}
        onChange={(status) => onChange({ status })}
        onClear={clear("status")}
      />
      {isShown("rejection_cause") ? (
        <ListChip
          label={LABELS.rejection_cause}
          isOpenAtFirst={added === "rejection_cause"}
          onClose={() => setAdded(null)}
          values={filters.rejection_cause}
          choices={CAUSE_CHOICES}
          onChange={(rejection_cause) => onChange({ rejection_cause })}
          onClear={clear("rejection_cause")}
        />
      ) : null}
      <AddFilterChip
        choices={hidden.map((name) => ({ value: name, label: LABELS[name] }))}
        onAdd={setAdded}
      />
    </FiltersBar>
  );
}
