/**
 * /settings/project/integrations: where the project's messages and metrics go. The address says which dialog is open.
 * The frame of the settings has the heading.
 *
 * An unknown provider opens no dialog, and neither does the wrong one of connect and configure: a link from yesterday
 * shows the page as it is today. Nor does one that the plan leaves out.
 */
import {
  METRICS_PROVIDERS,
  NOTIFICATION_PROVIDERS,
  type Provider,
} from "@posthorn/contract/team-integrations";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { MissingFeatureLine } from "../../resources/plans/missing-feature-line.tsx";
import { useMissingFeature, type GatedFeature } from "../../resources/plans/use-feature.ts";
import {
  METRICS_FEATURES,
  NOTIFICATION_FEATURES,
} from "../../resources/team-integrations/connecting-features.ts";
import { featuresOf } from "../../resources/team-integrations/provider-feature.ts";
import { teamIntegrationsQuery } from "../../resources/team-integrations/team-integration-queries.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { ConfigureDialog } from "./configure-dialog.tsx";
import { ConnectDialog, type ConnectDialogProps } from "./connect-dialog.tsx";
import { EmailDialog } from "./email-dialog.tsx";
import { EmailCard, IntegrationCard } from "./integration-card.tsx";

const PROVIDERS: readonly Provider[] = [...NOTIFICATION_PROVIDERS, ...METRICS_PROVIDERS];

export function IntegrationsScreen() {
  const { provider } = useParams({ strict: false });
  const dialog = useLocation({ select: ({ pathname }) => pathname.split("/").at(-1) });
  const integrations = useQuery(teamIntegrationsQuery());
  const navigate = useNavigate();
  const close = () => void navigate({ to: "/settings/project/integrations", replace: true });
  const { models, has_mail_server: hasMailServer = false } = integrations.data ?? {};
  const opened = PROVIDERS.find((known) => known === provider);
  const integrationOf = (wanted: Provider) => models?.find((one) => one.provider === wanted);
  const connected = opened && integrationOf(opened);
  const missing = useMissingFeature(...(opened === undefined ? [] : featuresOf(opened)));
  const cardOf = (one: Provider) => (
    <IntegrationCard key={one} provider={one} integration={integrationOf(one)} />
  );
  return (
    <>
      <main className="min-h-0 flex-1 overflow-y-auto p-5 max-md:p-3">
        {models ? (
          <div className="mx-auto flex max-w-245 flex-col gap-7">
            <Cards
              id="notifications"
              title="Notifications"
              text="Channels that issue triggers can write to."
              features={NOTIFICATION_FEATURES}
            >
              <EmailCard hasMailServer={hasMailServer} />
              {NOTIFICATION_PROVIDERS.map(cardOf)}
            </Cards>
            <Cards
              id="metrics"
              title="Metrics"
              text="Where the numbers under Metrics are sent as well. Events and payloads never leave Posthorn."
              features={METRICS_FEATURES}
            >
              {METRICS_PROVIDERS.map(cardOf)}
            </Cards>
          </div>
        ) : integrations.isError ? (
          <LoadFailed error={integrations.error} onRetry={integrations.refetch} />
        ) : (
          <TextSkeleton label="integrations" />
        )}
      </main>
      {models && opened && dialog === "connect" && missing === undefined ? (
        <Connecting key={opened} provider={opened} isConnected={connected !== undefined} onClose={close} />
      ) : null}
      {connected && dialog === "configure" ? (
        <ConfigureDialog integration={connected} onClose={close} />
      ) : null}
      {models && provider === "email" && dialog === "configure" ? (
        <EmailDialog hasMailServer={hasMailServer} onClose={close} />
      ) : null}
    </>
  );
}

interface CardsProps {
  id: string;
  title: string;
  text: string;
  /** What a plan must have, before one of them can be connected. */
  features: readonly GatedFeature[];
  children: ReactNode;
}

function Cards({ id, title, text, features, children }: CardsProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">{text}</p>
      <MissingFeatureLine missing={useMissingFeature(...features)} className="mt-0.5 text-sm" />
      <ul className="mt-3 grid grid-cols-2 gap-3 max-lg:grid-cols-1">{children}</ul>
    </section>
  );
}

/** Stays open when the provider has become connected, because the next step is shown then. */
function Connecting({ isConnected, ...dialog }: ConnectDialogProps & { isConnected: boolean }) {
  const [wasConnected] = useState(isConnected);
  return wasConnected ? null : <ConnectDialog {...dialog} />;
}
