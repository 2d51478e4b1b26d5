/**
 * /confirm-email. Makes the new address the one of the account, after a click: programs that look for viruses open every
 * link of a mail.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { accountQuery } from "../../resources/account/account-queries.ts";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import type { SaveRefusal } from "../../ui/form/form-status.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

export function ConfirmEmailScreen({ token }: { token: string }) {
  usePageTitle("Confirm your address");
  const account = useQuery(accountQuery);
  const act = useAccountActs();
  const [isPending, setIsPending] = useState(false);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [refusal, setRefusal] = useState<SaveRefusal | null>(null);
  const confirm = async () => {
    setIsPending(true);
    const { refusal: refused } = await act("confirmEmail", { token });
    setIsPending(false);
    setRefusal(refused);
    setIsConfirmed(refused === null);
  };

  if (account.isError) return <LoadFailed error={account.error} onRetry={account.refetch} />;
  if (!account.data) return null;
  const { email, email_change: change } = account.data;
  if (isConfirmed)
    return (
      <Told title="Your address is confirmed">
        From now on you sign in as <strong className="font-semibold text-ink">{email}</strong>.
      </Told>
    );
  if (!change)
    return (
      <Told title="This link is no longer valid">
        No address of {email} waits for a confirmation. It was confirmed already, or you have cancelled the
        change.
      </Told>
    );
  return (
    <>
      <Heading>Use {change.new_email}?</Heading>
      <p className="mt-2 text-base text-ink-2 [overflow-wrap:anywhere]">
        You are signed in as {email}. After you confirm, you sign in with the new address, and all mail goes
        there.
      </p>
      {refusal ? <Callout tone="bad" isUrgent title={refusal.title} className="mt-5" /> : null}
      <Button
        variant="primary"
        size="lg"
        className="mt-6 w-full"
        isPending={isPending}
        onClick={() => void confirm()}
      >
        Confirm this address
      </Button>
      <ToProfile />
    </>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 className="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
      {children}
    </h1>
  );
}

function Told({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div aria-live="polite">
      <Heading>{title}</Heading>
      <p className="mt-2 text-base text-ink-2 [overflow-wrap:anywhere]">{children}</p>
      <ToProfile />
    </div>
  );
}

function ToProfile() {
  return (
    <Link to="/settings/account/profile" className={buttonClass({ size: "lg", className: "mt-2 w-full" })}>
      Go to your profile
    </Link>
  );
}
