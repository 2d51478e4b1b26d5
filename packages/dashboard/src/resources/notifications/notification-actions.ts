/** How does a person try a channel? The page shows the result where they pressed. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import type { Channel } from "@posthorn/contract/issue-triggers";
import { sendTestNotification } from "@posthorn/contract/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { teamIntegrationsQuery } from "../team-integrations/team-integration-queries.ts";

export interface Tested {
  channel: Channel;
  /** Undefined where the channel needs none. */
  channel_name?: string | undefined;
}

/** Resolves to null if the message has arrived, otherwise to why it has not. */
export function useSendTestMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ channel, channel_name }: Tested): Promise<string | null> => {
      const settings = channel_name === undefined ? {} : { channel_name };
      const channels: BodyOf<typeof sendTestNotification>["channels"] = { [channel]: settings };
      const { models } = await call(sendTestNotification, { body: { channels } });
      return models.find((one) => one.channel === channel)?.error ?? null;
    },
    // The result of the last message stands on the integration's card.
    onSettled: () => client.invalidateQueries({ queryKey: teamIntegrationsQuery().queryKey }),
  });
}
