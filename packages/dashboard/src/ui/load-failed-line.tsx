/**
 * What does a small part of a form show if its choices could not be loaded? One line, with a way to try again. The rest
 * of the form goes on working. `LoadFailed` is for a whole list or page.
 */
import { useState } from "react";
import { Button } from "./button.tsx";
import { describeFailure } from "./load-failed.tsx";

export interface LoadFailedLineProps {
  /** What is missing: "The sources". */
  what: string;
  error: unknown;
  onRetry: () => Promise<unknown>;
}

export function LoadFailedLine({ what, error, onRetry }: LoadFailedLineProps) {
  const [isRetrying, setIsRetrying] = useState(false);
  const { title, text } = describeFailure(error, navigator.onLine);
  const retry = async () => {
    setIsRetrying(true);
    try {
      await onRetry();
    } finally {
      setIsRetrying(false);
    }
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-l-3 border-line border-l-bad bg-surface px-3 py-2 text-sm"
    >
      <p className="min-w-0 flex-1">
        <span className="font-medium">{what} could not be loaded.</span>{" "}
        <span className="text-ink-2">
          {title}. {text}
        </span>
      </p>
      <Button size="sm" isPending={isRetrying} onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  );
}
