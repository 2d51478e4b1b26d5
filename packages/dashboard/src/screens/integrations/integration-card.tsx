/** One channel or provider on the page of integrations: what it does, whether it works, and the way to its dialog. */
import type { Channel } from "@posthorn/contract/issue-triggers";
import {
  isNotificationProvider,
  PROVIDER_NAMES,
  type Provider,
  type TeamIntegration,
} from "@posthorn/contract/team-integrations";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CHANNEL_WORDS } from "../../resources/issue-triggers/channel-words.ts";
import { triggersText, useTriggersOf } from "../../resources/issue-triggers/triggers-of-channel.ts";
import { useMissingFeature } from "../../resources/plans/use-feature.ts";
import { featuresOf } from "../../resources/team-integrations/provider-feature.ts";
import { ProviderIcon } from "../../resources/team-integrations/provider-icon.tsx";
import { PROVIDER_WORDS } from "../../resources/team-integrations/provider-words.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { placeOf } from "./posting-place.ts";

export interface IntegrationCardProps {
  provider: Provider;
  integration: TeamIntegration | undefined;
}

export function IntegrationCard({ provider, integration }: IntegrationCardProps) {
  const missing = useMissingFeature(...featuresOf(provider));
  return (
    <Card
      name={PROVIDER_NAMES[provider]}
      text={PROVIDER_WORDS[provider].text}
      badge={
        integration === undefined ? null : integration.error === null ? (
          <StatusBadge tone="ok">Connected</StatusBadge>
        ) : (
          <StatusBadge tone="bad">Not arriving</StatusBadge>
        )
      }
      provider={provider}
      dialog={integration === undefined ? "connect" : "configure"}
      refusal={integration === undefined ? missing?.reason : undefined}
    >
      {integration === undefined ? null : integration.error !== null ? (
        <p className="mt-1 text-xs text-bad">{integration.error}</p>
      ) : isNotificationProvider(provider) ? (
        <ChannelUse channel={provider} place={placeOf(integration)} />
      ) : (
        <LastPush integration={integration} />
      )}
    </Card>
  );
}

/** Email needs no integration, so it is always there. */
export function EmailCard({ hasMailServer }: { hasMailServer: boolean }) {
  return (
    <Card
      name={CHANNEL_WORDS.email.label}
      text="Sends a mail to everybody in the project when an issue opens."
      badge={
        hasMailServer ? (
          <StatusBadge tone="ok">Connected</StatusBadge>
        ) : (
          <StatusBadge tone="bad">No mail server</StatusBadge>
        )
      }
      provider="email"
      dialog="configure"
    >
      {hasMailServer ? (
        <ChannelUse channel="email" place={null} />
      ) : (
        <p className="mt-1 text-xs text-bad">
          Nobody gets mail. The operator sets a mail server with POSTHORN_SMTP_URL.
        </p>
      )}
    </Card>
  );
}

interface CardProps {
  name: string;
  text: string;
  badge: ReactNode;
  provider: Provider | "email";
  dialog: "connect" | "configure";
  /** Why the dialog does not open. */
  refusal?: string | undefined;
  children: ReactNode;
}

function Card({ name, text, badge, provider, dialog, refusal, children }: CardProps) {
  const label = dialog === "connect" ? "Connect" : "Configure";
  return (
    <li className="flex gap-3 rounded-lg border border-line bg-surface p-4">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-md border border-line [&>svg]:size-4">
        <ProviderIcon provider={provider} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {badge}
        </h3>
        <p className="mt-0.5 text-sm text-ink-2">{text}</p>
        {children}
      </div>
      {refusal === undefined ? (
        <Link
          to={
            dialog === "connect"
              ? "/settings/project/integrations/$provider/connect"
              : "/settings/project/integrations/$provider/configure"
          }
          params={{ provider }}
          aria-label={`${label} ${name}`}
          className={buttonClass({ size: "sm" })}
        >
          {label}
        </Link>
      ) : (
        <Button size="sm" aria-label={`${label} ${name}`} disabledReason={refusal}>
          {label}
        </Button>
      )}
    </li>
  );
}

function ChannelUse({ channel, place }: { channel: Channel; place: string | null }) {
  const telling = useTriggersOf(channel)?.telling.length;
  const use = telling === undefined ? null : telling === 0 ? "no trigger tells it" : triggersText(telling);
  return (
    <p className="mt-1 text-xs text-ink-2 [overflow-wrap:anywhere]">
      {[place, use].filter((part) => part !== null).join(" · ")}
    </p>
  );
}

function LastPush({ integration }: { integration: TeamIntegration }) {
  const place = placeOf(integration);
  const { succeeded_at } = integration;
  if (place === null) return null;
  return (
    <p className="mt-1 text-xs text-ink-2 [overflow-wrap:anywhere]">
      {place} ·{" "}
      {succeeded_at === null ? (
        "nothing sent yet"
      ) : (
        <>
          last sent <Timestamp value={succeeded_at} />
        </>
      )}
    </p>
  );
}
