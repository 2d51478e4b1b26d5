/** Which issue triggers tell a channel, and which could? */
import type { Channel, IssueTrigger } from "@posthorn/contract/issue-triggers";
import { useQuery } from "@tanstack/react-query";
import { allTriggersQuery } from "./issue-trigger-queries.ts";

export interface TriggersOfChannel {
  telling: readonly IssueTrigger[];
  others: readonly IssueTrigger[];
}

/** Undefined while they load, or if they could not be loaded. */
export function useTriggersOf(channel: Channel): TriggersOfChannel | undefined {
  const triggers = useQuery(allTriggersQuery).data?.models;
  if (triggers === undefined) return undefined;
  const tells = ({ channels }: IssueTrigger) => channels?.[channel] !== undefined;
  return {
    telling: triggers.filter(tells),
    others: triggers.filter((trigger) => !tells(trigger)),
  };
}

/** The name that a trigger has for a place in this channel. Empty if it has none. */
export function channelNameIn({ channels }: IssueTrigger, channel: Channel): string {
  const settings = channels?.[channel];
  return settings && "channel_name" in settings ? settings.channel_name : "";
}

/** "1 trigger", "3 triggers" */
export function triggersText(count: number): string {
  return count === 1 ? "1 trigger" : `${count} triggers`;
}
