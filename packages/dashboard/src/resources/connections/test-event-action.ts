/** How does the dashboard send a test event? A toast follows; the lists that poll show the event by themselves. */
import type { Connection } from "@posthorn/contract/connections";
import { sendTestEvent } from "@posthorn/contract/dashboard-api";
import { TEST_EVENT_SENT } from "@posthorn/contract/texts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { ARRIVALS } from "./arrival-queries.ts";

export function useSendTestEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Connection, "id">) => call(sendTestEvent, { params: { id } }),
    onSuccess: ({ events }) => {
      if (events.length > 0) toast.success(TEST_EVENT_SENT);
      else toast.message("Test event sent, but the rules of this connection made no event of it");
    },
    onError: (error) => toast.error("Failed to send test event", { description: firstMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ARRIVALS }),
  });
}
