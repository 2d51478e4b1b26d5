/** Where else do these metrics go? The providers that can get them, and the way to connect each. */
import { METRICS_PROVIDER_NAMES, METRICS_PROVIDERS } from "@posthorn/contract/team-integrations";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { MissingFeatureLine } from "../../resources/plans/missing-feature-line.tsx";
import { useMissingFeature } from "../../resources/plans/use-feature.ts";
import { ProviderIcon } from "../../resources/team-integrations/provider-icon.tsx";
import { METRICS_FEATURES } from "../../resources/team-integrations/connecting-features.ts";
import { PROVIDER_WORDS } from "../../resources/team-integrations/provider-words.ts";
import { teamIntegrationsQuery } from "../../resources/team-integrations/team-integration-queries.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dropdown } from "../../ui/dropdown.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";

export function MetricsExport() {
  const [isOpen, setIsOpen] = useState(false);
  const missing = useMissingFeature(...METRICS_FEATURES);
  return (
    <Dropdown
      label="Metrics Export"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-78 p-3"
      renderTrigger={(props) => (
        <Button {...props}>
          Metrics Export <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      )}
    >
      {missing ? (
        <MissingFeatureLine missing={missing} className="text-sm text-ink-2" />
      ) : (
        <>
          <p className="text-sm text-ink-2">Send these metrics to</p>
          <Providers />
        </>
      )}
    </Dropdown>
  );
}

function Providers() {
  const integrations = useQuery(teamIntegrationsQuery());
  if (integrations.isPending) return <TextSkeleton label="Integrations" lines={3} />;
  if (!integrations.data) return <LoadFailed error={integrations.error} onRetry={integrations.refetch} />;
  const connected = integrations.data.models;
  return (
    <ul className="mt-2 flex flex-col gap-3">
      {METRICS_PROVIDERS.map((provider) => {
        const found = connected.find((one) => one.provider === provider);
        const { short } = PROVIDER_WORDS[provider];
        const name = METRICS_PROVIDER_NAMES[provider];
        return (
          <li key={provider} className="flex items-center gap-3">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-md border border-line [&>svg]:size-4">
              <ProviderIcon provider={provider} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{name}</span>
              <span className="block text-sm text-ink-2">
                {found === undefined ? short : found.error === null ? "Connected" : "Not arriving"}
              </span>
            </span>
            <Link
              to={
                found === undefined
                  ? "/settings/project/integrations/$provider/connect"
                  : "/settings/project/integrations/$provider/configure"
              }
              params={{ provider }}
              aria-label={`${found === undefined ? "Connect" : "Configure"} ${name}`}
              className={buttonClass({ size: "sm" })}
            >
              {found === undefined ? "Connect" : "Configure"}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
