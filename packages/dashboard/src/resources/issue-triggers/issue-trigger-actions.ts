/**
 * How does the dashboard change an issue trigger, and what does it say afterwards?
 *
 * A form that could not be saved shows it beside its fields, so creating and updating have no toast for that.
 */
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  attachChannels,
  createIssueTrigger,
  deleteIssueTrigger,
  disableIssueTrigger,
  enableIssueTrigger,
  updateIssueTrigger,
  type Channel,
  type Channels,
  type IssueTrigger,
} from "@posthorn/contract/issue-triggers";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { CHANNEL_WORDS } from "./channel-words.ts";
import { issueTriggerQuery, TRIGGER_LISTS } from "./issue-trigger-queries.ts";
import { triggersText } from "./triggers-of-channel.ts";

export const CREATE_FAILED = "Error creating issue trigger";
export const UPDATE_FAILED = "Error updating issue trigger";
export const RENAME_FAILED = "Error updating issue trigger name";
export const ATTACH_FAILED = "Failed to attach integration, try again!";

function showTrigger(client: QueryClient, trigger: IssueTrigger): void {
  client.setQueryData(issueTriggerQuery(trigger.id).queryKey, trigger);
}

async function forgetLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: TRIGGER_LISTS }),
    client.invalidateQueries({ queryKey: ["names"] }),
  ]);
}

export function useCreateIssueTrigger() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createIssueTrigger>) => call(createIssueTrigger, { body }),
    onSuccess: (trigger) => {
      showTrigger(client, trigger);
      toast.success("Created issue trigger");
    },
    onSettled: () => forgetLists(client),
  });
}

export interface TriggerChange {
  id: string;
  body: BodyOf<typeof updateIssueTrigger>;
}

export function useUpdateIssueTrigger() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: TriggerChange) => call(updateIssueTrigger, { params: { id }, body }),
    onSuccess: (trigger, { body }) => {
      showTrigger(client, trigger);
      toast.success("name" in body ? "Issue trigger name updated" : "Issue trigger updated");
    },
    onSettled: () => forgetLists(client),
  });
}

export function useSwitchIssueTrigger() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      call(isOn ? enableIssueTrigger : disableIssueTrigger, { params: { id } }),
    onSuccess: (trigger, { isOn }) => {
      showTrigger(client, trigger);
      toast.success(`Issue trigger ${isOn ? "enabled" : "disabled"}`);
    },
    onError: (error) => toast.error(UPDATE_FAILED, { description: firstMessage(error) }),
    onSettled: () => forgetLists(client),
  });
}

export function useDeleteIssueTrigger() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteIssueTrigger, { params: { id } }),
    onSuccess: (_deleted, id) => {
      client.removeQueries({ queryKey: issueTriggerQuery(id).queryKey });
      toast.success("Issue trigger has been deleted.");
    },
    onError: (error) =>
      toast.error("Issue trigger could not be deleted.", { description: firstMessage(error) }),
    onSettled: () => forgetLists(client),
  });
}

export interface AttachedChannel {
  channel: Channel;
  channel_name: string;
}

/** All triggers that do not tell this channel yet tell it from then on. */
export function useAttachChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ channel, channel_name }: AttachedChannel) => {
      const settings = CHANNEL_WORDS[channel].hasName ? { channel_name } : {};
      const channels: Channels = { [channel]: settings };
      return call(attachChannels, { body: { channels } });
    },
    onSuccess: ({ count }, { channel }) =>
      toast.success(`${CHANNEL_WORDS[channel].label} added to ${triggersText(count)}`),
    onSettled: () => client.invalidateQueries({ queryKey: ["issue-triggers"] }),
  });
}
