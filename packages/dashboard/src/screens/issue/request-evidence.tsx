/** The requests that a source rejected for this reason over time, and one of them. */
import { Link } from "@tanstack/react-router";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { ListHistogram } from "../../resources/metrics/histogram/list-histogram.tsx";
import { OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import type { EvidenceProps } from "./issue-overview.tsx";

export function RequestEvidence({ issue, date, search, onSearch }: EvidenceProps<"request">) {
  const { request_id } = issue.reference;
  const filters = {
    source_id: [subjectIdOf(issue)],
    rejection_cause: issue.aggregation_keys.rejection_cause,
  };
  return (
    <OverviewSection
      title="Requests"
      aside={
        <span className="flex flex-wrap gap-x-4 text-sm">
          {request_id === null ? null : (
            <Link to="/requests/$id" params={{ id: request_id }} className={linkClass}>
              View a sample
            </Link>
          )}
          <Link to="/requests" search={{ ...filters, ingested_at: date }} className={linkClass}>
            View all requests
          </Link>
        </span>
      }
    >
      <ListHistogram
        kind="requests"
        filters={filters}
        date={date}
        onRange={(range) => onSearch({ ...search, date: range }, "push")}
      />
    </OverviewSection>
  );
}
