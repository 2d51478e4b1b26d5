/**
 * /settings/project/integrations/{provider}/connect: asks for what the provider needs. Prometheus gets its token here; a
 * channel can be added to all triggers.
 */
import {
  isNotificationProvider,
  PROVIDER_NAMES,
  type NotificationProvider,
  type Provider,
  type TeamIntegration,
} from "@posthorn/contract/team-integrations";
import { useRef, useState } from "react";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { PROVIDER_WORDS } from "../../resources/team-integrations/provider-words.ts";
import {
  connectRefusal,
  useConnectProvider,
} from "../../resources/team-integrations/team-integration-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { SecretValue } from "../../ui/secret-value.tsx";
import { AttachForm } from "./attach-form.tsx";
import { ConnectFields } from "./connect-fields.tsx";
import { CONNECT_FORMS, credentialsField, EMPTY, integrationInputOf } from "./connect-form.ts";

export interface ConnectDialogProps {
  provider: Provider;
  onClose: () => void;
}

type Connected = Pick<TeamIntegration, "configs"> & { token: string | null };

export function ConnectDialog({ provider, onClose }: ConnectDialogProps) {
  const [connected, setConnected] = useState<Connected | null>(null);
  const name = PROVIDER_NAMES[provider];
  if (connected === null)
    return (
      <Dialog isOpen onClose={onClose} title={`Connect ${name}`} description={PROVIDER_WORDS[provider].how}>
        <ConnectForm
          provider={provider}
          onConnected={(made) => {
            if (made.token === null && !isNotificationProvider(provider)) onClose();
            else setConnected(made);
          }}
          onClose={onClose}
        />
      </Dialog>
    );
  return isNotificationProvider(provider) ? (
    <ConnectedChannel provider={provider} configs={connected.configs} onClose={onClose} />
  ) : (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${name} connected`}
      description="Copy the token now. Posthorn does not show it again."
    >
      <ShownToken token={connected.token ?? ""} onClose={onClose} />
    </Dialog>
  );
}

function ConnectForm({
  provider,
  onConnected,
  onClose,
}: ConnectDialogProps & { onConnected: (connected: Connected) => void }) {
  const refusal = useRefusal("manageProject");
  const { mutateAsync: connect } = useConnectProvider();
  const made = useRef<Connected>(null);
  const form = useSaveForm({
    schema: CONNECT_FORMS[provider],
    stored: EMPTY,
    isNew: true,
    save: async (values) => {
      try {
        made.current = await connect(integrationInputOf(provider, values));
        return null;
      } catch (error) {
        return { ...connectRefusal(provider, error), focusOn: credentialsField(provider, values) };
      }
    },
    onSaved: () => {
      if (made.current) onConnected(made.current);
    },
  });
  return (
    <Form form={form} label={`Connect ${PROVIDER_NAMES[provider]}`} className="flex flex-col gap-4">
      <ConnectFields provider={provider} />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton disabledReason={refusal}>Connect</SubmitButton>
      </div>
    </Form>
  );
}

interface ConnectedChannelProps extends Pick<TeamIntegration, "configs"> {
  provider: NotificationProvider;
  onClose: () => void;
}

function ConnectedChannel({ provider, configs, onClose }: ConnectedChannelProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${PROVIDER_NAMES[provider]} connected`}
      description="It gets messages from the issue triggers that tell it. Add it to all of them now, or to some of them later."
    >
      <AttachForm channel={provider} configs={configs} onAttached={onClose}>
        <Button onClick={onClose}>Not now</Button>
      </AttachForm>
    </Dialog>
  );
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
