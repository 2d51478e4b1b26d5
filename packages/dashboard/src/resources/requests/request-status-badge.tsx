/** Shows whether a request was accepted, as icon, word and colour, and why not. */
import type { Request } from "@posthorn/contract/requests";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { StatusBadge } from "../../ui/status-badge.tsx";

export const REQUEST_STATUS_LABELS: Record<Request["status"], string> = {
  accepted: "Accepted",
  rejected: "Rejected",
};

export interface RequestStatusBadgeProps {
  request: Pick<Request, "status" | "rejection_cause">;
}

export function RequestStatusBadge({ request: { status, rejection_cause: cause } }: RequestStatusBadgeProps) {
  // A request without a connection is accepted, but nothing was delivered.
  const tone = status === "rejected" ? "bad" : cause === null ? "ok" : "off";
  return (
    <span className="flex min-w-0 items-center gap-x-2 max-sm:flex-wrap">
      <StatusBadge tone={tone}>{REQUEST_STATUS_LABELS[status]}</StatusBadge>
      {cause === null ? null : (
        <span className="truncate text-ink-2 max-sm:text-xs">{REJECTION_CAUSE_LABELS[cause]}</span>
      )}
    </span>
  );
}
