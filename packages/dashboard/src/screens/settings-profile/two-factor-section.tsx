/** The second factor: whether it is on, and how many recovery codes are left. */
import type { Account } from "@posthorn/contract/account";
import { LifeBuoy, Smartphone } from "lucide-react";
import { useState } from "react";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { toast } from "../../ui/toast.ts";
import { NO_PASSWORD, PasswordDialog, PasswordOnly } from "./password-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";
import { Row, Rows } from "./rows.tsx";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

const RECOVERY_CODES = 10;

type Opened = "set-up" | "turn-off" | "view" | "renew";

export function TwoFactorSection({ account: { two_factor } }: { account: Account }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Section title="Two-factor authentication" text="A code from your phone after the password.">
      {two_factor === null ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button onClick={() => setOpened("set-up")}>Turn on…</Button>
          <p className="text-sm text-ink-2">You need an authenticator app.</p>
        </div>
      ) : (
        <Rows label="Two-factor authentication">
          <Row
            icon={<Smartphone />}
            name="Authenticator app"
            about={
              <>
                since <Timestamp value={two_factor.since} />
              </>
            }
          >
            <StatusBadge tone="ok">On</StatusBadge>
            <Button size="sm" variant="danger" onClick={() => setOpened("turn-off")}>
              Turn off…
            </Button>
          </Row>
          <Row
            icon={<LifeBuoy />}
            name="Recovery codes"
            about={<CodesLeft left={two_factor.recovery_codes_left} />}
          >
            <Button size="sm" onClick={() => setOpened("view")}>
              View…
            </Button>
            <Button size="sm" onClick={() => setOpened("renew")}>
              New codes…
            </Button>
          </Row>
        </Rows>
      )}
      {opened === "set-up" ? <TwoFactorSetup onClose={close} /> : null}
      {opened === "turn-off" ? <TurnOff onClose={close} /> : null}
      {opened === "view" || opened === "renew" ? (
        <RecoveryCodesDialog isNew={opened === "renew"} onClose={close} />
      ) : null}
    </Section>
  );
}

function CodesLeft({ left }: { left: number }) {
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="flex gap-0.5">
        {Array.from({ length: RECOVERY_CODES }, (_none, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the marks differ in nothing but their place
            key={index}
            className={`h-3 w-2 rounded-xs border ${index < left ? "border-ink-2 bg-ink-2" : "border-line-strong"}`}
          />
        ))}
      </span>
      {left} of {RECOVERY_CODES} left
    </span>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const act = useAccountActs();
  return (
    <PasswordDialog
      title="Turn off two-factor authentication"
      description="Your password alone will be enough to sign in. The recovery codes stop working."
      submitLabel="Turn off"
      schema={PasswordOnly}
      stored={NO_PASSWORD}
      act={(values) => act("endTwoFactor", values)}
      onDone={() => {
        onClose();
        toast.success("Two-factor authentication is off");
      }}
      onClose={onClose}
    />
  );
}
