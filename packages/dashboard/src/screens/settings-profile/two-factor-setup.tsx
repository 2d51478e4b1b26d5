/**
 * How is two-factor authentication turned on? The password first, then the key for the app, the recovery codes, and the
 * first code that the app shows. Nothing changes before that code.
 */
import { useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { later } from "../../ui/later.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { fields, text } from "../../ui/read.ts";
import { toast } from "../../ui/toast.ts";
import { NO_PASSWORD, PasswordDialog, PasswordOnly } from "./password-dialog.tsx";
import { RecoveryCodes, recoveryCodesIn } from "./recovery-codes.tsx";

/** The key below is enough, so nothing stands in the code's place if it cannot be loaded. */
const QrCode = later(() => import("../../ui/qr-code.tsx")).component(
  (loaded) => loaded.QrCode,
  () => <span className="size-44 shrink-0" />,
  () => null,
);

const KeyReply = fields({ uri: text((uri) => uri.startsWith("otpauth:")), secret: text() });

interface Begun {
  uri: string;
  secret: string;
  codes: readonly string[];
}

function begunIn(reply: unknown): Begun {
  const { uri = "", secret = "" } = KeyReply.parse(reply);
  return { uri, secret, codes: recoveryCodesIn(reply) };
}

export function TwoFactorSetup({ onClose }: { onClose: () => void }) {
  const act = useAccountActs();
  const [begun, setBegun] = useState<Begun | null>(null);
  return begun === null ? (
    <PasswordDialog
      title="Turn on two-factor authentication"
      description="Signing in will need a code from an authenticator app on your phone."
      submitLabel="Continue"
      schema={PasswordOnly}
      stored={NO_PASSWORD}
      act={(values) => act("beginTwoFactor", values)}
      onDone={(reply) => setBegun(begunIn(reply))}
      onClose={onClose}
    />
  ) : (
    <FirstCode begun={begun} onClose={onClose} />
  );
}

const CodeForm = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/, "Enter the six digits that the app shows")),
});
const EMPTY = { code: "" };

function FirstCode({ begun: { uri, secret, codes }, onClose }: { begun: Begun; onClose: () => void }) {
  const act = useAccountActs();
  const form = useSaveForm({
    schema: CodeForm,
    stored: EMPTY,
    isNew: true,
    save: async (values) => (await act("confirmTwoFactor", values)).refusal,
    onSaved: () => {
      onClose();
      toast.success("Two-factor authentication is on");
    },
  });
  return (
    <Dialog isOpen title="Connect your app" onClose={onClose}>
      <Form form={form} label="Connect your app" isGuarded={false} className="flex flex-col gap-5">
        <Step number={1} title="Scan this code with your authenticator app">
          <div className="flex flex-wrap gap-4">
            <QrCode value={uri} label="QR code with the key for your authenticator app" />
            <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
              <p className="text-sm text-ink-2">Or type this key into the app.</p>
              <span className="flex items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
                <span className="mono min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
                  {inGroups(secret)}
                </span>
                <CopyButton value={secret} label="Copy key" />
              </span>
              <p className="text-sm text-ink-2">
                If the app is on this device,{" "}
                <a href={uri} className={linkClass}>
                  open it with the key
                </a>
                .
              </p>
            </div>
          </div>
        </Step>
        <Step number={2} title="Keep these recovery codes">
          <p className="text-sm text-ink-2">Each signs you in once, if you do not have your phone.</p>
          <RecoveryCodes codes={codes} />
        </Step>
        <Step number={3} title="Enter the code that the app shows">
          <FormMessages />
          <div className="w-40">
            <TextField
              name="code"
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              isMono
              isRequired
            />
          </div>
        </Step>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Turn on</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** Of four letters each, which people type with fewer mistakes. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, "$& ");
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">
        {number}. {title}
      </h3>
      {children}
    </section>
  );
}
