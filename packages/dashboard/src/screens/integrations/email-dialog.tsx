/** /settings/project/integrations/email/configure: email needs no integration, but a mail server of the operator. */
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ChannelParts } from "./channel-parts.tsx";

export interface EmailDialogProps {
  hasMailServer: boolean;
  onClose: () => void;
}

export function EmailDialog({ hasMailServer, onClose }: EmailDialogProps) {
  const closing = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      initialFocus={closing}
      title="Email"
      description="One mail goes to everybody in the project, through the mail server of this installation."
      footer={
        <Button ref={closing} onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {hasMailServer ? null : (
          <Callout tone="bad" title="Posthorn has no mail server, so nobody gets mail">
            The operator sets it with <code className="mono">POSTHORN_SMTP_URL</code>.
          </Callout>
        )}
        <ChannelParts channel="email" configs={NO_CONFIGS} />
      </div>
    </Dialog>
  );
}

const NO_CONFIGS = {};
