/** One provider on the page of integrations: what it does, whether it works, and the way to its dialog. */
import {
  METRICS_PROVIDER_NAMES,
  type MetricsProvider,
  type TeamIntegration,
} from "@posthorn/contract/team-integrations";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../ui/button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { PROVIDER_WORDS } from "../../resources/team-integrations/provider-words.ts";

export interface IntegrationCardProps {
  provider: MetricsProvider;
  integration: TeamIntegration | undefined;
}

export function IntegrationCard({ provider, integration }: IntegrationCardProps) {
  const { icon: Icon, text } = PROVIDER_WORDS[provider];
  const name = METRICS_PROVIDER_NAMES[provider];
  return (
    <li className="flex gap-3 rounded-lg border border-line bg-surface p-4">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-md border border-line">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {integration === undefined ? null : integration.error === null ? (
            <StatusBadge tone="ok">Connected</StatusBadge>
          ) : (
            <StatusBadge tone="bad">Not arriving</StatusBadge>
          )}
        </h3>
        <p className="mt-0.5 text-sm text-ink-2">{text}</p>
        {integration === undefined ? null : <State integration={integration} />}
      </div>
      <Link
        to={
          integration === undefined
            ? "/settings/project/integrations/$provider/connect"
            : "/settings/project/integrations/$provider/configure"
        }
        params={{ provider }}
        aria-label={`${integration === undefined ? "Connect" : "Configure"} ${name}`}
        className={buttonClass({ size: "sm" })}
      >
        {integration === undefined ? "Connect" : "Configure"}
      </Link>
    </li>
  );
}

function State({ integration: { configs, error, succeeded_at } }: { integration: TeamIntegration }) {
  if (error !== null) return <p className="mt-1 text-xs text-bad">{error}</p>;
  const place = configs.site ?? (configs.url === undefined ? null : new URL(configs.url).host);
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
