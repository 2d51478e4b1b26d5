/**
 * Acts on everything that the filters of a list match: "Bulk retry", or "Retry 186" where the number is known.
 *
 *     <BulkButton type="events.retry" hasFilters={…} isCounted={…} queryOf={(now) => …} onStarted={…} />
 *
 * `queryOf` makes the API's query from the filters. It is asked once, when the dialog opens, so that a relative date
 * means the same moment in the estimate and in the operation.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import type { BulkAction, BulkQuery } from "./bulk-query.ts";
import { buttonPlanQuery } from "./bulk-queries.ts";
import { actionName, countedAction, itemsOf, pastOf } from "./bulk-words.ts";

const BulkDialog = later(() => import("./bulk-dialog.tsx")).component((loaded) => loaded.BulkDialog);
const EventRetryDialog = later(() => import("./event-retry-dialog.tsx")).component(
  (loaded) => loaded.EventRetryDialog,
);

export interface BulkButtonProps {
  type: BulkAction;
  hasFilters: boolean;
  /** The filters match so few rows that the button may count what it would act on. */
  isCounted?: boolean;
  /** The one ink button of the page. */
  isPrimary?: boolean;
  /** Why the filters cannot say what to act on. */
  whyNot?: string | undefined;
  queryOf: (now: Date) => BulkQuery;
  /** The operation has begun. The screen shows the panel with the ongoing ones. */
  onStarted: () => void;
}

export function BulkButton(props: BulkButtonProps) {
  const { type, hasFilters, isCounted = false, isPrimary = false, whyNot, queryOf, onStarted } = props;
  const refusal = useRefusal("send");
  const [asked, setAsked] = useState<BulkQuery | null>(null);
  const close = () => setAsked(null);
  const AskingDialog = type === "events.retry" ? EventRetryDialog : BulkDialog;
  const plan = useQuery({ ...buttonPlanQuery(type, queryOf), enabled: hasFilters && isCounted });
  const { count, possible } = (hasFilters && isCounted ? plan.data : undefined) ?? {};
  // With nothing to send by default, and something that could be sent, the dialog asks what to send.
  const isForDialog = count === undefined || (count === 0 && possible !== 0);
  const reason = !hasFilters
    ? "Choose a filter first."
    : possible === 0
      ? `None of these ${itemsOf(type)} can be ${pastOf(type)} now.`
      : whyNot;
  return (
    <>
      <Button
        size="sm"
        variant={isPrimary && reason === undefined && count !== 0 ? "primary" : "secondary"}
        disabledReason={refusal ?? reason}
        onClick={() => setAsked(queryOf(new Date()))}
        className="min-w-22 tabular-nums"
      >
        {/* A new number is a new element: it does not count as text that moved. */}
        <span key={count}>{isForDialog ? actionName(type) : countedAction(type, count)}</span>
      </Button>
      {asked ? (
        <AskingDialog
          type={type}
          query={asked}
          onClose={close}
          onStarted={() => {
            close();
            onStarted();
          }}
        />
      ) : null}
    </>
  );
}
