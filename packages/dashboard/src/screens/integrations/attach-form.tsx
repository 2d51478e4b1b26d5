/** Adds a channel to every issue trigger that does not tell it yet. A trigger that tells it keeps its own channel name. */
import type { Channel } from "@posthorn/contract/issue-triggers";
import { CHANNEL_NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import type { TeamIntegration } from "@posthorn/contract/team-integrations";
import { REQUIRED } from "@posthorn/contract/texts";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { firstMessage } from "../../resources/api/api-failure.ts";
import { CHANNEL_WORDS } from "../../resources/issue-triggers/channel-words.ts";
import { ATTACH_FAILED, useAttachChannel } from "../../resources/issue-triggers/issue-trigger-actions.ts";
import {
  triggersText,
  useTriggersOf,
  type TriggersOfChannel,
} from "../../resources/issue-triggers/triggers-of-channel.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { isBot } from "./posting-place.ts";

const Bare = z.object({ channel_name: z.string() });
const Named = z.object({
  channel_name: z.string().check(
    z.refine((text) => text.trim() !== "", REQUIRED),
    z.maxLength(CHANNEL_NAME_MAX_CHARACTERS, `Must be at most ${CHANNEL_NAME_MAX_CHARACTERS} characters`),
  ),
});

export interface AttachFormProps {
  channel: Channel;
  configs: TeamIntegration["configs"];
  onAttached?: () => void;
  /** Buttons beside the one that attaches. */
  children?: ReactNode;
}

export function AttachForm({ channel, configs, onAttached, children }: AttachFormProps) {
  const refusal = useRefusal("triage");
  const triggers = useTriggersOf(channel);
  const { mutateAsync: attach } = useAttachChannel();
  const { label, hasName } = CHANNEL_WORDS[channel];
  const form = useSaveForm({
    schema: hasName ? Named : Bare,
    stored: { channel_name: "" },
    isNew: true,
    save: async ({ channel_name }) => {
      try {
        await attach({ channel, channel_name: channel_name.trim() });
        onAttached?.();
        return null;
      } catch (error) {
        return { title: ATTACH_FAILED, text: firstMessage(error) };
      }
    },
  });
  const isNothingLeft = triggers?.others.length === 0;
  return (
    <Form form={form} label={`Add ${label} to triggers`} isGuarded={false} className="flex flex-col gap-4">
      {hasName && !isNothingLeft ? (
        <TextField
          name="channel_name"
          label={`${label} channel`}
          isRequired
          placeholder="#alerts"
          hint={
            isBot(channel, configs)
              ? "Invite the bot there first."
              : "The webhook has one channel of its own. This name is for people to read."
          }
        />
      ) : null}
      {isNothingLeft ? (
        <p className="text-sm text-ink-2">
          {triggers.telling.length === 0
            ? "The project has no issue triggers."
            : "Every issue trigger tells it already."}
        </p>
      ) : null}
      <FormMessages />
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        {isNothingLeft ? null : <SubmitButton disabledReason={refusal}>{attachLabel(triggers)}</SubmitButton>}
      </div>
    </Form>
  );
}

function attachLabel(triggers: TriggersOfChannel | undefined): string {
  if (triggers === undefined) return "Add to all triggers";
  const { telling, others } = triggers;
  const which = telling.length > 0 ? "the other " : others.length > 1 ? "all " : "";
  return `Add to ${which}${triggersText(others.length)}`;
}
