/**
 * What does a page show if data could not be loaded? What happened, what to do next, and a way to try again.
 *
 * Reads `status` and `retryAfterSeconds` from the error, if it has them: each kind of failure (gone, refused, too
 * many, server, network) has its own text. It replaces only the part that failed; `isPage` is for a page without any
 * other content.
 */
import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { BrokenLineDrawing, LensDrawing, LockedDrawing } from "./drawings.tsx";
import { EmptyState } from "./empty-state.tsx";

interface Failure {
  title: string;
  text: string;
  drawing: "broken" | "lens" | "locked";
  canRetry: boolean;
}

function numberIn(error: unknown, key: string): number | undefined {
  const value: unknown = typeof error === "object" && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === "number" ? value : undefined;
}

/** The text for one failure. `isOnline` comes from the browser. */
export function describeFailure(error: unknown, isOnline: boolean): Failure {
  const status = numberIn(error, "status");
  if (!isOnline || status === undefined || status === 0)
    return {
      title: isOnline ? "Posthorn could not be reached" : "You are offline",
      text: isOnline
        ? "The server did not answer. It may be restarting; try again in a moment."
        : "This page shows up again as soon as the network is back.",
      drawing: "broken",
      canRetry: true,
    };
  if (status === 401)
    return {
      title: "You are signed out",
      text: "Sign in again to go on where you were.",
      drawing: "locked",
      canRetry: false,
    };
  if (status === 403)
    return {
      title: "You cannot see this",
      text: "You currently don't have permission to perform this action. Contact your organization admin for further access.",
      drawing: "locked",
      canRetry: false,
    };
  if (status === 404)
    return {
      title: "Not found",
      text: "It was deleted, or the address is wrong.",
      drawing: "lens",
      canRetry: false,
    };
  if (status === 410)
    return {
      title: "No longer available",
      text: "It is past the retention period and was removed.",
      drawing: "lens",
      canRetry: false,
    };
  if (status === 429) {
    const waitS = numberIn(error, "retryAfterSeconds");
    return {
      title: "Too many requests",
      text: waitS === undefined ? "Wait a moment, then try again." : `Try again in ${waitS} s.`,
      drawing: "broken",
      canRetry: true,
    };
  }
  if (status >= 500)
    return {
      title: "The server failed to answer",
      text: "Nothing is lost. Try again; if it stays, look at the server log.",
      drawing: "broken",
      canRetry: true,
    };
  return {
    title: "This could not be loaded",
    text: error instanceof Error && error.message !== "" ? error.message : "The server refused the request.",
    drawing: "broken",
    canRetry: true,
  };
}

const DRAWINGS = { broken: <BrokenLineDrawing />, lens: <LensDrawing />, locked: <LockedDrawing /> };

export interface LoadFailedProps {
  error: unknown;
  onRetry: () => unknown;
  /** Replaces the retry button if trying again cannot help. */
  action?: ReactNode;
  /** There is no other content on the page, so its title is the only heading. */
  isPage?: boolean;
}

export function LoadFailed({ error, onRetry, action, isPage = false }: LoadFailedProps) {
  const [isRetrying, setIsRetrying] = useState(false);
  const failure = describeFailure(error, navigator.onLine);
  const retry = async () => {
    setIsRetrying(true);
    try {
      await onRetry();
    } finally {
      setIsRetrying(false);
    }
  };
  return (
    <div role="alert">
      <EmptyState
        isPage={isPage}
        drawing={DRAWINGS[failure.drawing]}
        title={failure.title}
        action={
          action ??
          (failure.canRetry ? (
            <Button isPending={isRetrying} onClick={() => void retry()}>
              Try again
            </Button>
          ) : undefined)
        }
      >
        {failure.text}
      </EmptyState>
    </div>
  );
}
