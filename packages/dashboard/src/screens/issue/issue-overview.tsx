/** The Overview tab of an issue: what is wrong and what helps, then the evidence, which each type has of its own kind. */
import type { Issue } from "@posthorn/contract/issues";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { DateChoice } from "../../resources/list-filters/date-ranges.ts";
import { DateFilterChip } from "../../resources/list-filters/date-filter-chip.tsx";
import { issueQuery } from "../../resources/issues/issue-queries.ts";
import { possibleTimeUnits, shownTimeUnit } from "../../resources/metrics/metric-range.ts";
import { TIME_UNIT_LABELS, type TimeUnit } from "../../resources/metrics/time-units.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { EntityOverview } from "../../ui/entity-page/entity-overview.tsx";
import { later } from "../../ui/later.tsx";
import { ChoiceChip } from "../../ui/list/chip.tsx";
import { IssueProperties } from "./issue-properties.tsx";
import { issueDates, type IssueSearch, type OnIssueSearch } from "./issue-url.ts";
import { OngoingRetry } from "./ongoing-retry.tsx";
import { WhatIsWrong } from "./what-is-wrong.tsx";

const route = getRouteApi("/_app/issues/$id/");

export interface EvidenceProps<Type extends Issue["type"]> {
  issue: Extract<Issue, { type: Type }>;
  /** What the charts show. */
  date: DateChoice;
  /** The length of their steps, where a person chooses it. */
  timeUnit: TimeUnit;
  search: IssueSearch;
  onSearch: OnIssueSearch;
}

/** An issue has one type, so the code of the others is not loaded. */
const DeliveryEvidence = later(() => import("./delivery-evidence.tsx")).component(
  (loaded) => loaded.DeliveryEvidence,
);
const TransformationEvidence = later(() => import("./transformation-evidence.tsx")).component(
  (loaded) => loaded.TransformationEvidence,
);
const BackpressureEvidence = later(() => import("./backpressure-evidence.tsx")).component(
  (loaded) => loaded.BackpressureEvidence,
);
const RequestEvidence = later(() => import("./request-evidence.tsx")).component(
  (loaded) => loaded.RequestEvidence,
);
const Troubleshoot = later(() => import("./troubleshoot.tsx")).component((loaded) => loaded.Troubleshoot);
const WhatChanged = later(() => import("./what-changed.tsx")).component((loaded) => loaded.WhatChanged);

export function IssueOverview() {
  const { id } = route.useParams();
  const { data: issue } = useQuery(issueQuery(id));
  // The frame shows the page only once it has the issue.
  return issue ? <Overview issue={issue} /> : null;
}

function Overview({ issue }: { issue: Issue }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { retention_days } = useSession().project;
  const [nowMs] = useState(() => Date.now());
  const onSearch: OnIssueSearch = (next, how) => void navigate({ search: next, replace: how === "replace" });
  const date = issueDates(search.date, {
    firstSeenAt: issue.first_seen_at,
    keptDays: retention_days,
    nowMs,
  });
  const now = new Date(nowMs);
  const timeUnit = shownTimeUnit(date, now, search.time_unit);
  return (
    <EntityOverview
      first={
        <>
          <WhatIsWrong issue={issue} search={search} />
          <OngoingRetry issue={issue} />
        </>
      }
      properties={<IssueProperties issue={issue} />}
      beside={
        <p className="text-xs text-ink-3">
          Resolved issues reopen when the issue recurs; ignored ones do not.
        </p>
      }
    >
      <div className="-mb-4 flex flex-wrap justify-end gap-2">
        <DateFilterChip
          date={date}
          keptDays={retention_days}
          onChange={(chosen) => onSearch({ ...search, date: chosen }, "push")}
          onClear={search.date && (() => onSearch({ ...search, date: undefined }, "push"))}
        />
        {issue.type === "backpressure" ? (
          <ChoiceChip
            label="Per"
            value={timeUnit}
            choices={possibleTimeUnits(date, now).map((value) => ({ value, label: TIME_UNIT_LABELS[value] }))}
            onChange={(time_unit) => onSearch({ ...search, time_unit }, "replace")}
          />
        ) : null}
      </div>
      <Evidence issue={issue} date={date} timeUnit={timeUnit} search={search} onSearch={onSearch} />
      <WhatChanged issue={issue} />
      {search.troubleshoot === true ? (
        <Troubleshoot
          issue={issue}
          onClose={() => onSearch({ ...search, troubleshoot: undefined }, "replace")}
        />
      ) : null}
    </EntityOverview>
  );
}

function Evidence({ issue, ...rest }: Omit<EvidenceProps<Issue["type"]>, "issue"> & { issue: Issue }) {
  switch (issue.type) {
    case "delivery":
      return <DeliveryEvidence issue={issue} {...rest} />;
    case "transformation":
      return <TransformationEvidence issue={issue} {...rest} />;
    case "backpressure":
      return <BackpressureEvidence issue={issue} {...rest} />;
    case "request":
      return <RequestEvidence issue={issue} {...rest} />;
  }
}
