/** Shown above everything else of a request: what happened, what follows, and the fix if there is one. */
import type { Request } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { boundedText } from "../../ui/count.ts";
import { Callout } from "../../ui/callout.tsx";
import { later } from "../../ui/later.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LONGEST_RANGE } from "../list-filters/date-ranges.ts";
import { requestCountQuery } from "./request-count.ts";
import type { RequestFilters } from "./request-filters.ts";
import { fixOf, requestOutcome } from "./request-outcome.ts";

/** Only some of the rejected requests have a fix, so its code comes with the first of them. */
const RequestFix = later(() => import("./request-fix.tsx")).component(
  (loaded) => loaded.RequestFix,
  FixPlace,
);

/** About as high as a fix, so that little below it moves when it comes. A failed check has usual mistakes above its fix. */
function FixPlace({ request: { rejection_cause } }: { request: Request }) {
  return <div className={rejection_cause === "VERIFICATION_FAILED" ? "h-44" : "h-14"} />;
}

export function RequestSummary({ request }: { request: Request }) {
  const { tone, title, next } = requestOutcome(request);
  const { rejection_cause, source_id } = request;
  return (
    <div>
      <Callout
        tone={tone}
        title={title}
        {...(fixOf(request) !== null && {
          action: <RequestFix request={request} />,
        })}
      >
        {next}
      </Callout>
      {rejection_cause === null ? null : (
        <Alike
          filters={{
            source_id: [source_id],
            rejection_cause: [rejection_cause],
            ingested_at: { relative: LONGEST_RANGE },
          }}
        />
      )}
    </div>
  );
}

/** The other requests of the same source with the same cause. The link leads to the list of exactly those. */
function Alike({ filters }: { filters: RequestFilters }) {
  const { data } = useQuery(requestCountQuery(filters));
  if (data?.count === 1) return null; // this one alone
  const count = boundedText(data);
  return (
    <p className="mt-2 text-right text-xs">
      <Link to="/requests" search={filters} className={linkClass}>
        {count === undefined ? "Show all that failed alike" : `Show all ${count} that failed alike`}
      </Link>
    </p>
  );
}
