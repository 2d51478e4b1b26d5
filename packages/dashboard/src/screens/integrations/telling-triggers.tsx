/** Which issue triggers tell a channel? Each with the channel's name in it, and the way to add the others. */
import type { Channel } from "@posthorn/contract/issue-triggers";
import type { TeamIntegration } from "@posthorn/contract/team-integrations";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { allTriggersQuery } from "../../resources/issue-triggers/issue-trigger-queries.ts";
import { triggerParams } from "../../resources/issue-triggers/trigger-link.ts";
import { triggerTitle } from "../../resources/issue-triggers/trigger-words.ts";
import { channelNameIn, useTriggersOf } from "../../resources/issue-triggers/triggers-of-channel.ts";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { AttachForm } from "./attach-form.tsx";

export interface TellingTriggersProps {
  channel: Channel;
  configs: TeamIntegration["configs"];
}

export function TellingTriggers({ channel, configs }: TellingTriggersProps) {
  const all = useQuery(allTriggersQuery);
  const triggers = useTriggersOf(channel);
  if (all.isError)
    return <LoadFailedLine what="The issue triggers" error={all.error} onRetry={() => all.refetch()} />;
  if (triggers === undefined) return <TextSkeleton label="issue triggers" lines={2} />;
  return (
    <div className="flex flex-col gap-3 text-sm">
      {triggers.telling.length === 0 ? (
        <p className="text-ink-2">No issue trigger tells it, so it gets no messages.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {triggers.telling.map((trigger) => (
            <li key={trigger.id} className="[overflow-wrap:anywhere]">
              <Link to="/issue-triggers/it_{$id}" params={triggerParams(trigger.id)} className={linkClass}>
                {triggerTitle(trigger)}
              </Link>{" "}
              <span className="text-ink-2">{channelNameIn(trigger, channel)}</span>
              {trigger.disabled_at === null ? null : <span className="text-ink-3"> Disabled</span>}
            </li>
          ))}
        </ul>
      )}
      {triggers.others.length === 0 ? null : <AttachForm channel={channel} configs={configs} />}
    </div>
  );
}
