/**
 * Which events does the list show? One chip per filter. The most used ones are always there; "+ Filter" adds others.
 */
import { DELIVERY_ERROR_CODES, type EventStatus } from "@posthorn/contract/causes";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { useState } from "react";
import { DateFilterChip } from "../../resources/events/date-filter-chip.tsx";
import { isFilterActive, type EventFilters, type FilterName } from "../../resources/events/event-filters.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { AddFilterChip, ListChip, OptionalChip } from "../../ui/list/chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { filterChoices } from "./filter-choices.ts";
import { describeStatuses, STATUS_CLASSES, statusClassOf } from "./response-statuses.ts";
import type { Routes } from "./use-routes.ts";

const ALWAYS_SHOWN: ReadonlySet<FilterName> = new Set(["date", "status", "webhook_id"]);
const ON_REQUEST: readonly FilterName[] = ["source_id", "destination_id", "response_status", "error_code"];

const LABELS: Record<FilterName, string> = {
  date: "Date",
  status: "Status",
  webhook_id: "Connection",
  source_id: "Source",
  destination_id: "Destination",
  response_status: "Response",
  error_code: "Error",
};

/** The most used statuses come first. */
const STATUS_ORDER: readonly EventStatus[] = [
  "SUCCESSFUL",
  "FAILED",
  "QUEUED",
  "HOLD",
  "SCHEDULED",
  "CANCELLED",
];
const STATUS_CHOICES = STATUS_ORDER.map((value) => ({ value, label: EVENT_STATUS_LABELS[value] }));
const ERROR_CHOICES = DELIVERY_ERROR_CODES.map((value) => ({ value, label: value }));

export interface FilterBarProps {
  filters: EventFilters;
  routes: Routes;
  onChange: (change: Partial<EventFilters>) => void;
}

export function FilterBar({ filters, routes, onChange }: FilterBarProps) {
  const { project } = useSession();
  /** The filter that "+ Filter" added, while it is still empty. Its menu opens at once. */
  const [added, setAdded] = useState<FilterName | null>(null);
  const isShown = (name: FilterName) =>
    ALWAYS_SHOWN.has(name) || name === added || isFilterActive(filters, name);
  const hidden = ON_REQUEST.filter((name) => !isShown(name));
  const choices = filterChoices(routes);
  const common = (name: FilterName) => ({
    label: LABELS[name],
    isOpenAtFirst: name === added,
    onClose: () => setAdded(null),
    onClear: isFilterActive(filters, name) ? () => onChange({ [name]: undefined }) : undefined,
  });
  return (
    <FiltersBar>
      <DateFilterChip
        date={filters.date}
        keptDays={project.retention_days}
        onChange={(date) => onChange({ date })}
        onClear={common("date").onClear}
      />
      <ListChip
        {...common("status")}
        values={filters.status}
        choices={STATUS_CHOICES}
        onChange={(status) => onChange({ status })}
      />
      <ListChip
        {...common("webhook_id")}
        values={filters.webhook_id}
        choices={choices.connections}
        unknownText={choices.unknownText}
        onChange={(webhook_id) => onChange({ webhook_id })}
      />
      {isShown("source_id") ? (
        <ListChip
          {...common("source_id")}
          values={filters.source_id}
          choices={choices.sources}
          unknownText={choices.unknownText}
          onChange={(source_id) => onChange({ source_id })}
        />
      ) : null}
      {isShown("destination_id") ? (
        <ListChip
          {...common("destination_id")}
          values={filters.destination_id}
          choices={choices.destinations}
          unknownText={choices.unknownText}
          onChange={(destination_id) => onChange({ destination_id })}
        />
      ) : null}
      {isShown("response_status") ? (
        <OptionalChip
          {...common("response_status")}
          text={describeStatuses(filters.response_status)}
          value={statusClassOf(filters.response_status)}
          choices={STATUS_CLASSES}
          onChange={(value) =>
            onChange({ response_status: STATUS_CLASSES.find((one) => one.value === value)?.range })
          }
        />
      ) : null}
      {isShown("error_code") ? (
        <ListChip
          {...common("error_code")}
          values={filters.error_code}
          choices={ERROR_CHOICES}
          onChange={(error_code) => onChange({ error_code })}
        />
      ) : null}
      <AddFilterChip
        choices={hidden.map((name) => ({ value: name, label: LABELS[name] }))}
        onAdd={setAdded}
      />
    </FiltersBar>
  );
}
