/**
 * Retries a request for all its connections, or, with the button before it, for chosen ones.
 *
 * There is a choice only where several connections can be meant.
 */
import type { Request } from "@posthorn/contract/requests";
import { ListChecks, RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { useRetryRequest } from "./request-actions.ts";
import { whyNoRetry } from "./request-outcome.ts";

const ChooseConnections = later(() => import("./choose-connections.tsx")).component(
  (loaded) => loaded.ChooseConnections,
);

export function RetryRequestButton({ request }: { request: Request }) {
  const { mutate, isPending } = useRetryRequest();
  const [isChoosing, setIsChoosing] = useState(false);
  const refusal = useRefusal("send");
  const isArchived = request.data === null;
  const disabledReason =
    refusal ?? (isArchived ? "The request data is archived" : undefined) ?? whyNoRetry(request);
  const canChoose = request.rejection_cause !== null || request.ignored_count > 1;
  return (
    <>
      {canChoose ? (
        <Button
          aria-label="Retry chosen connections…"
          data-tooltip="Retry chosen connections…"
          icon={<ListChecks aria-hidden />}
          disabledReason={disabledReason}
          onClick={() => setIsChoosing(true)}
          className="px-2!"
        />
      ) : null}
      <Button
        variant="primary"
        icon={<RotateCw aria-hidden />}
        isPending={isPending}
        disabledReason={disabledReason}
        onClick={() => mutate({ request })}
      >
        Retry
      </Button>
      {isChoosing ? (
        <ChooseConnections
          request={request}
          isPending={isPending}
          onClose={() => setIsChoosing(false)}
          onRetry={(webhook_ids) =>
            mutate({ request, webhook_ids }, { onSettled: () => setIsChoosing(false) })
          }
        />
      ) : null}
    </>
  );
}
