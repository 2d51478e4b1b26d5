/** What is shown instead of an event that could not be loaded? An event that is not there is not a failure. */
import type { ReactNode } from "react";
import { LensDrawing } from "../../../ui/drawings.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ApiFailure } from "../../api/api-failure.ts";
import { useSession } from "../../session/use-session.ts";

export const EVENT_MISSING = "Event is archived or does not exist";

export function isMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

export function EventMissing({ isPage = false, action }: { isPage?: boolean; action?: ReactNode }) {
  const { retention_days } = useSession().project;
  return (
    <EmptyState drawing={<LensDrawing />} title={EVENT_MISSING} isPage={isPage} action={action}>
      Events are kept for {retention_days} days. Check the ID, or look for a newer event of the same
      connection.
    </EmptyState>
  );
}
