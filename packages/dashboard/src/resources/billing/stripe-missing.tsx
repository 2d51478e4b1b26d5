/** What does a person read if Stripe's script cannot be loaded? */
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";

export interface StripeMissingProps {
  scriptUrl: string;
  onRetry: () => Promise<unknown>;
}

export function StripeMissing({ scriptUrl, onRetry }: StripeMissingProps) {
  const [isRetrying, setIsRetrying] = useState(false);
  const retry = async () => {
    setIsRetrying(true);
    await onRetry();
    setIsRetrying(false);
  };
  return (
    <Callout
      tone="bad"
      isUrgent
      title="The card form could not be loaded"
      action={
        <Button size="sm" isPending={isRetrying} onClick={() => void retry()}>
          Try again
        </Button>
      }
    >
      It comes from {new URL(scriptUrl, window.location.href).host}. Check the network, and whether something
      in this browser blocks it.
    </Callout>
  );
}
