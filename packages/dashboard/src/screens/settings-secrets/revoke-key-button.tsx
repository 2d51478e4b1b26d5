/** Ends a key, after a question that names who notices it. */
import { useState } from "react";
import { useRevokeKey } from "../../resources/keys/key-actions.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

export interface RevokeKeyButtonProps {
  kind: "api" | "cli";
  id: string;
  /** In a sentence: "the key CI". */
  name: string;
}

const CONSEQUENCES = {
  api: "Programs that use it get 401 from now on, and so do the CLIs that logged in with it.",
  cli: "The CLI on that machine is disconnected. Its person can log in again.",
};

export function RevokeKeyButton({ kind, id, name }: RevokeKeyButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: revoke, isPending } = useRevokeKey(kind);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button size="sm" variant="danger" aria-label={`Revoke ${name}…`} onClick={() => setIsAsking(true)}>
        Revoke…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Revoke ${name}?`}
        description={CONSEQUENCES[kind]}
        confirmLabel="Revoke"
        isDanger
        isPending={isPending}
        onConfirm={() => revoke({ id }, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
