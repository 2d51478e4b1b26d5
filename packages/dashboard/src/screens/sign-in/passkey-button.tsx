/** Signs in with a passkey, without address, password and code. Where this page can have none, there is no button. */
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { AuthRefusal } from "../../resources/session/auth-actions.ts";
import { signInWithPasskey } from "../../resources/session/passkeys.ts";
import { whyNoPasskeysHere } from "../../resources/session/why-no-passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";

export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<AuthRefusal>(null);
  if (whyNoPasskeysHere() !== undefined) return null;
  const signIn = async () => {
    setIsPending(true);
    setRefusal(null);
    const refused = await signInWithPasskey();
    if (refused === null) await onSignedIn();
    setRefusal(refused);
    setIsPending(false);
  };
  return (
    <>
      <Button size="lg" icon={<KeyRound />} isPending={isPending} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
      {refusal ? (
        <Callout tone="bad" isUrgent title={refusal.title}>
          {refusal.text}
        </Callout>
      ) : null}
    </>
  );
}
