/** The passkeys of the account: how they are called, when they were used, and how another one is added. */
import type { Account, Passkey } from "@posthorn/contract/account";
import { KeyRound, Laptop, Plus } from "lucide-react";
import { useState } from "react";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { whyNoPasskeysHere } from "../../resources/session/why-no-passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { later } from "../../ui/later.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { toast } from "../../ui/toast.ts";
import { NO_PASSWORD, PasswordDialog, PasswordOnly } from "./password-dialog.tsx";
import { Row, Rows } from "./rows.tsx";

const dialogs = later(() => import("./passkey-dialogs.tsx"));
const AddPasskeyDialog = dialogs.component((loaded) => loaded.AddPasskeyDialog);
const RenamePasskeyDialog = dialogs.component((loaded) => loaded.RenamePasskeyDialog);

type Opened = { does: "add" } | { does: "rename" | "remove"; passkey: Passkey };

export function PasskeysSection({ account: { passkeys } }: { account: Account }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const whyNot = whyNoPasskeysHere();
  return (
    <Section title="Passkeys" text="Sign in with a fingerprint or a key, without a password.">
      {passkeys.length === 0 ? null : (
        <div className="mb-2">
          <Rows label="Passkeys">
            {passkeys.map((passkey) => (
              <Row
                key={passkey.id}
                icon={passkey.kind === "device" ? <Laptop /> : <KeyRound />}
                name={passkey.name}
                about={<Times passkey={passkey} />}
              >
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setOpened({ does: "rename", passkey })}
                >
                  Rename
                </Button>
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={`Remove ${passkey.name}…`}
                  onClick={() => setOpened({ does: "remove", passkey })}
                >
                  Remove…
                </Button>
              </Row>
            ))}
          </Rows>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          icon={<Plus />}
          disabledReason={whyNot}
          onPointerEnter={dialogs.load}
          onClick={() => setOpened({ does: "add" })}
        >
          Add passkey
        </Button>
        {whyNot === undefined ? null : <p className="min-w-0 text-sm text-ink-2">{whyNot}</p>}
      </div>
      {opened?.does === "add" ? <AddPasskeyDialog onClose={close} /> : null}
      {opened?.does === "rename" ? <RenamePasskeyDialog passkey={opened.passkey} onClose={close} /> : null}
      {opened?.does === "remove" ? <RemovePasskeyDialog passkey={opened.passkey} onClose={close} /> : null}
    </Section>
  );
}

function Times({ passkey: { created_at, last_used_at } }: { passkey: Passkey }) {
  return (
    <>
      added <Timestamp value={created_at} /> ·{" "}
      {last_used_at === null ? (
        "never used"
      ) : (
        <>
          used <Timestamp value={last_used_at} />
        </>
      )}
    </>
  );
}

function RemovePasskeyDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const act = useAccountActs();
  return (
    <PasswordDialog
      title={`Remove ${name}`}
      description="You can no longer sign in with it. Your password and other passkeys go on working."
      submitLabel="Remove passkey"
      schema={PasswordOnly}
      stored={NO_PASSWORD}
      act={(values) => act("removePasskey", { ...values, id })}
      onDone={() => {
        onClose();
        toast.success(`${name} was removed`);
      }}
      onClose={onClose}
    />
  );
}
