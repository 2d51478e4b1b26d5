/** What does each provider need to be connected? */
import { DATADOG_SITES, type OpsgenieRegion, type Provider } from "@posthorn/contract/team-integrations";
import { useWatch } from "react-hook-form";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SecretField } from "../../ui/form/secret-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { ConnectValues } from "./connect-form.ts";

const SITES = DATADOG_SITES.map((site) => ({ value: site, label: site }));

const REGIONS: readonly { value: OpsgenieRegion; label: string }[] = [
  { value: "us", label: "US (api.opsgenie.com)" },
  { value: "eu", label: "EU (api.eu.opsgenie.com)" },
];

const METHODS = [
  { value: "bot", label: "Bot token", hint: "Each trigger names its channel" },
  { value: "webhook", label: "Incoming webhook", hint: "One channel for all triggers" },
];

export function ConnectFields({ provider }: { provider: Provider }) {
  switch (provider) {
    case "prometheus":
      return null;
    case "opentelemetry":
      return (
        <>
          <TextField
            name="url"
            label="URL"
            isRequired
            isMono
            inputMode="url"
            placeholder="https://otel.example.com:4318"
            hint="Posthorn adds /v1/metrics, unless the address ends in it."
          />
          <TextAreaField
            name="headers"
            label="Headers"
            hint="For credentials, one on each line: Name: value"
          />
        </>
      );
    case "datadog":
      return (
        <>
          <SelectField name="site" label="Site" options={SITES} />
          <SecretField name="api_key" label="API key" isRequired />
        </>
      );
    case "slack":
      return <SlackFields />;
    case "microsoft_teams":
      return <SecretField name="webhook_url" label="Address of the workflow" isRequired />;
    case "discord":
      return <SecretField name="webhook_url" label="Address of the webhook" isRequired />;
    case "pagerduty":
      return <SecretField name="routing_key" label="Integration key" isRequired />;
    case "opsgenie":
      return (
        <>
          <SelectField name="region" label="Region" options={REGIONS} />
          <SecretField name="api_key" label="API key" isRequired />
        </>
      );
  }
}

function SlackFields() {
  const method: ConnectValues["method"] = useWatch({ name: "method" });
  return (
    <>
      <RadioField name="method" label="How Posthorn posts" isInline choices={METHODS} />
      {method === "bot" ? (
        <SecretField
          name="token"
          label="Bot token"
          isRequired
          hint="Of an app with the scope chat:write. It begins with xoxb-. Posthorn asks Slack whether it is valid."
        />
      ) : (
        <SecretField
          name="webhook_url"
          label="Address of the webhook"
          isRequired
          hint="Posthorn posts a first message there."
        />
      )}
    </>
  );
}
