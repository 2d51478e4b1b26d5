/** Whether people may sign in at the identity provider, whether they must, and how the owner gets in all the same. */
import type { SingleSignOn } from "@posthorn/contract/sso";
import { SSO_NEEDS_CONNECTION, SSO_NEEDS_DOMAIN, SSO_NEEDS_TEST } from "@posthorn/contract/sso-texts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../resources/session/use-session.ts";
import { useSetSsoMode } from "../../resources/sso/sso-actions.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/form/section.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Switch } from "../../ui/switch.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

/** The server checks the same, in this order. */
function whyNotOn({ connection, domains }: SingleSignOn): string | undefined {
  if (connection === null) return SSO_NEEDS_CONNECTION;
  if (!domains.some(({ status }) => status === "proven")) return SSO_NEEDS_DOMAIN;
  return connection.tested === null ? SSO_NEEDS_TEST : undefined;
}

const peopleText = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

export function ModeSections({ sso }: { sso: SingleSignOn }) {
  const { organization, user } = useSession();
  const { mutate: setMode, isPending } = useSetSsoMode();
  const [isAsking, setIsAsking] = useState(false);
  const { connection, covered_members, other_members } = sso;
  const mode = connection?.mode ?? "off";
  const isOn = mode !== "off";
  const isRequired = mode === "required";
  const whyNot = whyNotOn(sso);
  const covered = peopleText(covered_members, "member", "members");
  const others = other_members === 0 ? "" : `${peopleText(other_members, "guest", "guests")} and `;
  return (
    <>
      <Section
        title="Sign-in"
        text="People with an address at a verified domain come in through the provider. New ones become members at once."
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Switch
            label={<span className="font-medium">Single sign-on is {isOn ? "on" : "off"}</span>}
            isOn={isOn}
            isPending={isPending}
            disabledReason={isRequired ? "It is required. Switch that off first." : isOn ? undefined : whyNot}
            onChange={(on) => setMode(on ? "optional" : "off")}
          />
          <p className="text-sm text-ink-3">
            {isOn
              ? "With it, nobody leaves by themselves, and the plan is not changed here."
              : (whyNot ?? "Nobody signs in at the provider.")}
          </p>
        </div>
      </Section>
      <Section title="Enforced sign-in" text="Passwords and passkeys stop working for verified domains.">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Switch
            label={
              <span className="font-medium">
                {isRequired ? `Required for ${covered}` : "Require single sign-on"}
              </span>
            }
            isOn={isRequired}
            isPending={isPending}
            disabledReason={isOn ? undefined : "Turn single sign-on on first."}
            onChange={(on) => (on ? setIsAsking(true) : setMode("optional"))}
          />
          <p className="text-sm text-ink-3">
            {isRequired && connection ? (
              <>
                since <Timestamp value={connection.mode_since} /> ·{" "}
              </>
            ) : null}
            not for {others}the owner below
          </p>
        </div>
        <ConfirmDialog
          isOpen={isAsking}
          title="Require single sign-on?"
          description={`${covered} of ${organization.name} must come through the identity provider from now on. They are signed out, and their passwords and passkeys no longer let them in. You keep yours.`}
          confirmLabel="Require single sign-on"
          isPending={isPending}
          onConfirm={() => setMode("required", { onSettled: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        />
      </Section>
      <Section title="Way in for the owner" text="For the day on which the provider is down.">
        <p className="text-sm text-ink-2">
          <span className="font-medium text-ink [overflow-wrap:anywhere]">{user.email}</span> signs in with
          the password, whatever is required.{" "}
          <Link to="/settings/account/profile" className={linkClass}>
            Protect it with a second factor
          </Link>
        </p>
      </Section>
    </>
  );
}
