/** Shown above everything else of a request: what happened, what follows, and the fix if there is one. */
import type { Request } from "@posthorn/contract/requests";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Callout } from "../../ui/callout.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { fixOf, requestOutcome } from "./request-outcome.ts";

/** Only some of the rejected requests have a fix, so its code comes with the first of them. */
const RequestFix = lazy(async () => ({ default: (await import("./request-fix.tsx")).RequestFix }));

/** As high as a fix, so that nothing below it moves when it comes. */
const FIX_PLACE = <div className="h-14" />;

export function RequestSummary({ request }: { request: Request }) {
  const { tone, title, next } = requestOutcome(request);
  const { rejection_cause, source_id } = request;
  return (
    <div>
      <Callout
        tone={tone}
        title={title}
        {...(fixOf(request) !== null && {
          action: (
            <Suspense fallback={FIX_PLACE}>
              <RequestFix request={request} />
            </Suspense>
          ),
        })}
      >
        {next}
      </Callout>
      {rejection_cause === null ? null : (
        <p className="mt-2 text-right text-xs">
          <Link
            to="/requests"
            search={{ source_id: [source_id], rejection_cause: [rejection_cause] }}
            className={linkClass}
          >
            Show all that failed alike
          </Link>
        </p>
      )}
    </div>
  );
}
