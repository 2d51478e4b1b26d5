/** Shows whether a request was accepted, as icon, word and colour, and why not. */
import type { Request } from "@posthorn/contract/requests";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { cx } from "class-variance-authority";
import { StatusBadge } from "../../ui/status-badge.tsx";

export const REQUEST_STATUS_LABELS: Record<Request["status"], string> = {
  accepted: "Accepted",
  rejected: "Rejected",
};

export interface RequestStatusBadgeProps {
  request: Pick<Request, "status" | "rejection_cause">;
  /** The cause is on a line of its own if it has no room beside the badge. In a row of a list it is cut. */
  isWhole?: boolean;
}

export function RequestStatusBadge({ request, isWhole = false }: RequestStatusBadgeProps) {
  const { status, rejection_cause: cause } = request;
  // A request without a connection is accepted, but nothing was delivered.
  const tone = status === "rejected" ? "bad" : cause === null ? "ok" : "off";
  return (
    <span className={cx("flex min-w-0 items-center gap-x-2", isWhole ? "flex-wrap" : "max-sm:flex-wrap")}>
      <StatusBadge tone={tone}>{REQUEST_STATUS_LABELS[status]}</StatusBadge>
      {cause === null ? null : (
        <span className="truncate text-ink-2 max-sm:text-xs">{REJECTION_CAUSE_LABELS[cause]}</span>
      )}
    </span>
  );
}
