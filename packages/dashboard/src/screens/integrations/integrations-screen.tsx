/**
 * /settings/project/integrations: where the project's metrics go. The address says which dialog is open.
 *
 * An unknown provider opens no dialog, and neither does the wrong one of connect and configure: a link from yesterday
 * shows the page as it is today.
 */
import { METRICS_PROVIDERS, type MetricsProvider } from "@posthorn/contract/team-integrations";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { teamIntegrationsQuery } from "../../resources/team-integrations/team-integration-queries.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { ConfigureDialog } from "./configure-dialog.tsx";
import { ConnectDialog, type ConnectDialogProps } from "./connect-dialog.tsx";
import { IntegrationCard } from "./integration-card.tsx";

export function IntegrationsScreen() {
  const { provider } = useParams({ strict: false });
  const dialog = useLocation({ select: ({ pathname }) => pathname.split("/").at(-1) });
  const integrations = useQuery(teamIntegrationsQuery());
  const navigate = useNavigate();
  const close = () => void navigate({ to: "/settings/project/integrations", replace: true });
  const models = integrations.data?.models;
  const opened = METRICS_PROVIDERS.find((known) => known === provider);
  const integrationOf = (wanted: MetricsProvider) => models?.find((one) => one.provider === wanted);
  const connected = opened && integrationOf(opened);
  return (
    <>
      <PageHeader
        title="Integrations"
        crumbs={
          <>
            <span>Settings</span>
            <span aria-hidden>/</span>
            <span>Project</span>
            <span aria-hidden>/</span>
          </>
        }
      />
      <main className="min-h-0 flex-1 overflow-y-auto p-5 max-md:p-3">
        <section aria-labelledby="metrics" className="mx-auto max-w-245">
          <h2 id="metrics" className="font-semibold">
            Metrics
          </h2>
          <p className="mt-0.5 mb-3 text-sm text-ink-2">
            Where the numbers under Metrics are sent as well. Events and payloads never leave Posthorn.
          </p>
          {models ? (
            <ul className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
              {METRICS_PROVIDERS.map((one) => (
                <IntegrationCard key={one} provider={one} integration={integrationOf(one)} />
              ))}
            </ul>
          ) : integrations.isError ? (
            <LoadFailed error={integrations.error} onRetry={integrations.refetch} />
          ) : (
            <TextSkeleton label="integrations" />
          )}
        </section>
      </main>
      {models && opened && dialog === "connect" ? (
        <Connecting key={opened} provider={opened} isConnected={connected !== undefined} onClose={close} />
      ) : null}
      {connected && dialog === "configure" ? (
        <ConfigureDialog integration={connected} onClose={close} />
      ) : null}
    </>
  );
}

/** Stays open when the provider has become connected, because a token is shown then. */
function Connecting({ isConnected, ...dialog }: ConnectDialogProps & { isConnected: boolean }) {
  const [wasConnected] = useState(isConnected);
  return wasConnected ? null : <ConnectDialog {...dialog} />;
}
