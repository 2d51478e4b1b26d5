/**
 * Who is told of an issue? Email is always there; the other channels are there once the project has connected them, or if
 * the trigger uses them already.
 */
import { CHANNELS, type Channel } from "@posthorn/contract/issue-triggers";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { Input } from "../../ui/input.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { teamIntegrationsQuery } from "../team-integrations/team-integration-queries.ts";
import { CHANNEL_WORDS } from "./channel-words.ts";

export function ChannelsField() {
  const integrations = useQuery(teamIntegrationsQuery());
  const connected: readonly string[] | undefined = integrations.data?.models.map(({ provider }) => provider);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Channels</legend>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {CHANNELS.map((channel) => (
          <ChannelRow
            key={channel}
            channel={channel}
            isConnected={channel === "email" || connected?.includes(channel) === true}
            isKnown={connected !== undefined}
          />
        ))}
      </ul>
      <div className="mt-1.5 text-xs text-ink-3">
        {integrations.isError ? (
          <LoadFailedLine
            what="The integrations"
            error={integrations.error}
            onRetry={() => integrations.refetch()}
          />
        ) : (
          <Link to="/settings/project/integrations" className={linkClass}>
            Connect another channel
          </Link>
        )}
      </div>
    </fieldset>
  );
}

interface ChannelRowProps {
  channel: Channel;
  isConnected: boolean;
  /** It is known what the project has connected. */
  isKnown: boolean;
}

function ChannelRow({ channel, isConnected, isKnown }: ChannelRowProps) {
  const { label, icon: Icon, hasName, reach } = CHANNEL_WORDS[channel];
  const { value: isOn, set, isDirty } = useFormField<boolean>(`channels.${channel}.is_on`, { label });
  // One that is in use stays, so that a person can see it and take it away.
  if (!isConnected && !isOn && !isDirty) return null;
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
        checked={isOn}
        onChange={(change) => set(change.target.checked)}
      />
      {hasName && isOn ? (
        <ChannelName channel={channel} />
      ) : (
        <span className="text-xs text-ink-2">{hasName ? "Connected, no channel" : reach}</span>
      )}
      {isKnown && !isConnected ? (
        <span className="text-xs text-bad">Not connected, so it hears nothing</span>
      ) : null}
    </li>
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
