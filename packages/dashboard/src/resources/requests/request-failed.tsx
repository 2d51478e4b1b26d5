/**
 * What is shown instead of a request that could not be loaded? One that is archived, or not stored yet, can be asked for
 * once more.
 */
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { useSession } from "../session/use-session.ts";

export const REQUEST_GONE = "Request not available or archived";

export interface RequestFailedProps {
  query: { error: unknown; refetch: () => Promise<unknown> };
  /** It is the whole page. */
  isPage?: boolean;
}

export function RequestFailed({ query: { error, refetch }, isPage = false }: RequestFailedProps) {
  const { retention_days } = useSession().project;
  const [isChecking, setIsChecking] = useState(false);
  if (whyGone(error) === null) return <LoadFailed error={error} onRetry={refetch} isPage={isPage} />;
  const check = async () => {
    setIsChecking(true);
    try {
      await refetch();
    } finally {
      setIsChecking(false);
    }
  };
  return (
    <EmptyState
      isPage={isPage}
      drawing={<LensDrawing />}
      title={REQUEST_GONE}
      action={
        <Button isPending={isChecking} onClick={() => void check()}>
          Check again
        </Button>
      }
    >
      Request data is kept for {retention_days} days. A request that has just come in can take a moment until
      it shows up.
    </EmptyState>
  );
}
