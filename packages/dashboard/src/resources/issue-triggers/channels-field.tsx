/**
 * Who is told of an issue? A channel that the project has not connected offers its dialog instead; a trigger that tells it
 * already can stop.
 */
import { CHANNELS, type Channel } from "@posthorn/contract/issue-triggers";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { Input } from "../../ui/input.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import { useRefusal } from "../session/use-refusal.ts";
import { teamIntegrationsQuery } from "../team-integrations/team-integration-queries.ts";
import { CHANNEL_WORDS } from "./channel-words.ts";

export function ChannelsField() {
  const integrations = useQuery(teamIntegrationsQuery());
  const connected: readonly string[] | undefined = integrations.data?.models.map(({ provider }) => provider);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Channels</legend>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {CHANNELS.map((channel) =>
          channel === "email" ? (
            <ChannelRow key={channel} channel={channel} isUsable>
              {integrations.data?.has_mail_server === false ? <NoMailServer /> : null}
            </ChannelRow>
          ) : (
            <ChannelRow key={channel} channel={channel} isUsable={connected?.includes(channel) === true}>
              {connected === undefined || connected.includes(channel) ? null : (
                <NotConnected channel={channel} />
              )}
            </ChannelRow>
          ),
        )}
      </ul>
      {integrations.isError ? (
        <div className="mt-1.5 text-xs text-ink-3">
          <LoadFailedLine
            what="The integrations"
            error={integrations.error}
            onRetry={() => integrations.refetch()}
          />
        </div>
      ) : null}
    </fieldset>
  );
}

interface ChannelRowProps {
  channel: Channel;
  isUsable: boolean;
  /** Why it hears nothing, and the way to change that. */
  children: ReactNode;
}

function ChannelRow({ channel, isUsable, children }: ChannelRowProps) {
  const { label, icon: Icon, hasName, reach } = CHANNEL_WORDS[channel];
  const { value: isOn, set, isDirty } = useFormField<boolean>(`channels.${channel}.is_on`, { label });
  const isReadOnly = useReadOnly() !== undefined;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
      <Checkbox
        className="w-44 items-center"
        label={
          <span className="flex items-center gap-2 font-medium">
            <Icon aria-hidden className="size-4 text-ink-2" />
            {label}
          </span>
        }
        // One that is in use can be taken away, and back, whether it is connected or not.
        disabled={isReadOnly || (!isUsable && !isOn && !isDirty)}
        checked={isOn}
        onChange={(change) => set(change.target.checked)}
      />
      {hasName && isOn ? (
        <ChannelName channel={channel} />
      ) : children === null ? (
        <span className="text-xs text-ink-2">{hasName ? "Connected, no channel" : reach}</span>
      ) : null}
      {children}
    </li>
  );
}

/** Only an admin can connect it. */
function NotConnected({ channel }: { channel: Exclude<Channel, "email"> }) {
  const isOn: boolean = useWatch({ name: `channels.${channel}.is_on` });
  const refusal = useRefusal("manageProject");
  return (
    <>
      <span className={isOn ? "text-xs text-bad" : "text-xs text-ink-2"}>
        {isOn ? "Not connected, so it hears nothing" : "Not connected"}
        {refusal === undefined ? null : ". An admin can connect it."}
      </span>
      {refusal === undefined ? (
        <Link
          to="/settings/project/integrations/$provider/connect"
          params={{ provider: channel }}
          aria-label={`Connect ${CHANNEL_WORDS[channel].label}`}
          className={`ml-auto text-xs ${linkClass}`}
        >
          Connect
        </Link>
      ) : null}
    </>
  );
}

function NoMailServer() {
  return (
    <span className="text-xs text-bad">
      Posthorn has no mail server, so nobody gets mail. The operator sets it with POSTHORN_SMTP_URL.
    </span>
  );
}

function ChannelName({ channel }: { channel: Channel }) {
  const label = `${CHANNEL_WORDS[channel].label} channel`;
  const { value, set, bind, error } = useFormField<string>(`channels.${channel}.channel_name`, { label });
  const noteId = `${channel}-channel-note`;
  return (
    <>
      <Input
        {...bind}
        aria-label={label}
        aria-required
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : noteId}
        placeholder="Channel name"
        value={value}
        onChange={(change) => set(change.target.value)}
        className="w-56!"
      />
      {error === undefined ? null : (
        <span id={noteId} className="text-xs text-bad">
          {error}
        </span>
      )}
    </>
  );
}
