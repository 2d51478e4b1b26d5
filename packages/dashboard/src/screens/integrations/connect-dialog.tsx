/** /settings/project/integrations/{provider}/connect: asks for what the provider needs. Prometheus gets its token here. */
import {
  DATADOG_SITES,
  METRICS_PROVIDER_NAMES,
  type MetricsProvider,
} from "@posthorn/contract/team-integrations";
import { useState } from "react";
import { ApiFailure, firstMessage } from "../../resources/api/api-failure.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import {
  CONNECT_FAILED,
  useConnectProvider,
} from "../../resources/team-integrations/team-integration-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SecretField } from "../../ui/form/secret-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { SecretValue } from "../../ui/secret-value.tsx";
import { CONNECT_FORMS, EMPTY, integrationInputOf } from "./connect-form.ts";
import { PROVIDER_WORDS } from "../../resources/team-integrations/provider-words.ts";

export interface ConnectDialogProps {
  provider: MetricsProvider;
  onClose: () => void;
}

const SITES = DATADOG_SITES.map((site) => ({ value: site, label: site }));

export function ConnectDialog({ provider, onClose }: ConnectDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const name = METRICS_PROVIDER_NAMES[provider];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={token === null ? `Connect ${name}` : `${name} connected`}
      description={
        token === null ? PROVIDER_WORDS[provider].how : "Copy the token now. Posthorn does not show it again."
      }
    >
      {token === null ? (
        <ConnectForm provider={provider} onToken={setToken} onClose={onClose} />
      ) : (
        <ShownToken token={token} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ConnectForm({
  provider,
  onToken,
  onClose,
}: ConnectDialogProps & { onToken: (token: string) => void }) {
  const refusal = useRefusal("admin");
  const { mutateAsync: connect } = useConnectProvider();
  const form = useSaveForm({
    schema: CONNECT_FORMS[provider],
    stored: EMPTY,
    isNew: true,
    save: async (values) => {
      try {
        const { token } = await connect(integrationInputOf(provider, values));
        if (token === null) onClose();
        else onToken(token);
        return null;
      } catch (error) {
        return { title: CONNECT_FAILED, text: whyNot(error) };
      }
    },
  });
  return (
    <Form
      form={form}
      label={`Connect ${METRICS_PROVIDER_NAMES[provider]}`}
      isGuarded={false}
      className="flex flex-col gap-4"
    >
      {provider === "opentelemetry" ? (
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
      ) : null}
      {provider === "datadog" ? (
        <>
          <SelectField name="site" label="Site" options={SITES} />
          <SecretField name="api_key" label="API key" isRequired />
        </>
      ) : null}
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton disabledReason={refusal}>Connect</SubmitButton>
      </div>
    </Form>
  );
}

function whyNot(error: unknown): string {
  if (error instanceof ApiFailure && error.code === "RESOURCE_ALREADY_EXISTS")
    return "The project has this integration already. Disconnect it first.";
  return firstMessage(error);
}

function ShownToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <SecretValue label="Token" value={token} />
      <p className="text-sm text-ink-2">
        Let Prometheus scrape <code className="mono">/metrics</code> of this address with it, as a bearer
        token.
      </p>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
