/** How are the ticked rows of a list retried? A button with the number of those that can be, its key, or why there are none. */
import { RotateCw } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { countedAction, itemsOf } from "./bulk-words.ts";
import type { TickedAction } from "./ticked-action.ts";

export interface RetryTickedButtonProps {
  type: "events.retry" | "requests.retry";
  retry: TickedAction;
  /** The key acts on the ticked rows now. */
  hasKey: boolean;
}

export function RetryTickedButton({ type, retry, hasKey }: RetryTickedButtonProps) {
  const refusal = useRefusal("send");
  return (
    <Button
      size="sm"
      icon={<RotateCw aria-hidden />}
      isPending={retry.isPending}
      disabledReason={
        refusal ?? (retry.count === 0 ? `None of these ${itemsOf(type)} can be retried now` : undefined)
      }
      onClick={retry.run}
    >
      {countedAction(type, retry.count)}
      {hasKey && retry.count > 0 ? (
        <span aria-hidden className="-mr-1 max-sm:hidden">
          <Kbd keys="r" />
        </span>
      ) : null}
    </Button>
  );
}
