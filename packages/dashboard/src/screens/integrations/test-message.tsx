/** Sends a test message to a channel and says whether it has arrived, and what to do if it has not. */
import type { Channel } from "@posthorn/contract/issue-triggers";
import type { TeamIntegration } from "@posthorn/contract/team-integrations";
import { useState } from "react";
import { firstMessage } from "../../resources/api/api-failure.ts";
import { CHANNEL_WORDS } from "../../resources/issue-triggers/channel-words.ts";
import { channelNameIn, useTriggersOf } from "../../resources/issue-triggers/triggers-of-channel.ts";
import { useSendTestMessage } from "../../resources/notifications/notification-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { isBot } from "./posting-place.ts";

export interface TestMessageProps {
  channel: Channel;
  configs: TeamIntegration["configs"];
}

export function TestMessage({ channel, configs }: TestMessageProps) {
  const refusal = useRefusal("triage");
  const { mutate: send, data: problem, error, isPending, variables } = useSendTestMessage();
  const [firstTrigger] = useTriggersOf(channel)?.telling ?? [];
  const [typed, setTyped] = useState<string | null>(null);
  const { label } = CHANNEL_WORDS[channel];
  const needsName = isBot(channel, configs);
  const name = typed ?? (firstTrigger ? channelNameIn(firstTrigger, channel) : "");
  const isNameless = needsName && name.trim() === "";
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        {needsName ? (
          <div className="min-w-40 flex-1">
            <Field label="Channel of the test">
              <Input value={name} placeholder="#alerts" onChange={({ target }) => setTyped(target.value)} />
            </Field>
          </div>
        ) : null}
        <Button
          isPending={isPending}
          disabledReason={refusal ?? (isNameless ? "Name a channel first" : undefined)}
          onClick={() => send({ channel, channel_name: needsName ? name.trim() : undefined })}
        >
          Send a test message
        </Button>
      </div>
      {isPending ? null : error ? (
        <Callout tone="bad" isUrgent title="The test message could not be sent">
          {firstMessage(error)}
        </Callout>
      ) : problem === null ? (
        <Callout
          tone="ok"
          isUrgent
          title={`The test message has arrived at ${variables?.channel_name ?? label}`}
        />
      ) : problem === undefined ? null : (
        <Callout tone="bad" isUrgent title="The test message did not arrive">
          {problem}
        </Callout>
      )}
    </div>
  );
}
