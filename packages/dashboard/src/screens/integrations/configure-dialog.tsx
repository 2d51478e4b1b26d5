/**
 * /settings/project/integrations/{provider}/configure: where metrics or messages go, whether they arrive, and the way
 * out.
 */
import {
  isNotificationProvider,
  PROVIDER_NAMES,
  type NotificationProvider,
  type Provider,
  type TeamIntegration,
} from "@posthorn/contract/team-integrations";
import { useRef, useState } from "react";
import { triggerTitle } from "../../resources/issue-triggers/trigger-words.ts";
import { triggersText, useTriggersOf } from "../../resources/issue-triggers/triggers-of-channel.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useDisconnectProvider } from "../../resources/team-integrations/team-integration-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { ChannelParts } from "./channel-parts.tsx";

export interface ConfigureDialogProps {
  integration: TeamIntegration;
  onClose: () => void;
}

export function ConfigureDialog({ integration, onClose }: ConfigureDialogProps) {
  const { provider, configs, error, succeeded_at, next_push_at, created_at } = integration;
  const [isAsking, setIsAsking] = useState(false);
  const closing = useRef<HTMLButtonElement>(null);
  const refusal = useRefusal("manageProject");
  const { mutate: disconnect, isPending } = useDisconnectProvider();
  const name = PROVIDER_NAMES[provider];
  const isChannel = isNotificationProvider(provider);
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        initialFocus={closing}
        title={name}
        description="To change the settings, disconnect it and connect it again."
        footer={
          <>
            <Button
              variant="danger"
              className="mr-auto"
              disabledReason={refusal}
              onClick={() => setIsAsking(true)}
            >
              Disconnect…
            </Button>
            <Button ref={closing} onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {error === null ? null : (
            <Callout tone="bad" title={error}>
              {next_push_at === null ? null : (
                <>
                  Posthorn tries again at <Timestamp value={next_push_at} />.
                </>
              )}
            </Callout>
          )}
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm [&_dt]:text-ink-2">
            {configs.url === undefined ? null : <Property label="URL" value={configs.url} />}
            {configs.header_names?.length ? (
              <Property label="Headers" value={configs.header_names.join(", ")} />
            ) : null}
            {configs.site === undefined ? null : <Property label="Site" value={configs.site} />}
            {configs.host === undefined ? null : <Property label="Webhook of" value={configs.host} />}
            {configs.region === undefined ? null : (
              <Property label="Region" value={configs.region.toUpperCase()} />
            )}
            <dt>Connected</dt>
            <dd>
              <Timestamp value={created_at} />
            </dd>
            {provider === "prometheus" ? null : (
              <>
                <dt>Last sent</dt>
                <dd>{succeeded_at === null ? "Not yet" : <Timestamp value={succeeded_at} />}</dd>
              </>
            )}
          </dl>
          {isChannel ? <ChannelParts channel={provider} configs={configs} /> : null}
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        isPending={isPending}
        title={`Disconnect ${name}?`}
        description={<Consequence provider={provider} />}
        confirmLabel="Disconnect"
        onConfirm={() => disconnect(integration, { onSuccess: onClose, onError: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function Consequence({ provider }: { provider: Provider }) {
  if (provider === "prometheus") return "Its token stops working at once.";
  return isNotificationProvider(provider) ? (
    <ChannelConsequence provider={provider} />
  ) : (
    "Posthorn sends it no more metrics and forgets its credentials."
  );
}

/** The triggers keep their channel, so that connecting it again is enough. */
function ChannelConsequence({ provider }: { provider: NotificationProvider }) {
  const telling = useTriggersOf(provider)?.telling ?? [];
  const end = "Posthorn sends it no more messages and forgets its credentials.";
  if (telling.length === 0) return end;
  return (
    <>
      {end} {triggersText(telling.length)} {telling.length === 1 ? "tells" : "tell"} it now, and{" "}
      {telling.length === 1 ? "reaches" : "reach"} nobody there until it is connected again:{" "}
      <span className="font-medium text-ink">{telling.map(triggerTitle).join(", ")}</span>.
    </>
  );
}

function Property({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="mono [overflow-wrap:anywhere]">{value}</dd>
    </>
  );
}
