/** The button that sends an example request through a connection. Its event shows up in the arrivals below. */
import type { Connection } from "@posthorn/contract/connections";
import { Send } from "lucide-react";
import { useSendTestEvent } from "../../resources/connections/test-event-action.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";

export function SendTestEvent({ connection }: { connection: Pick<Connection, "id"> }) {
  const test = useSendTestEvent();
  return (
    <Button
      size="sm"
      icon={<Send />}
      isPending={test.isPending}
      disabledReason={useRefusal("send")}
      onClick={() => test.mutate(connection)}
    >
      Send test event
    </Button>
  );
}
