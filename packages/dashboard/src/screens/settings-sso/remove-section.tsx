/** Removes the connection to the identity provider, after a question. */
import { useState } from "react";
import { useRemoveSso } from "../../resources/sso/sso-actions.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/form/section.tsx";

export function RemoveSection() {
  const { mutate: remove, isPending } = useRemoveSso();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <Section
      title="Remove connection"
      text="Verified domains stay. So do the people, with the roles that they have."
    >
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Remove connection…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove the connection?"
        description="Nobody signs in at the identity provider any more. People who have no password set one with 'Forgot password?' on the sign-in page."
        confirmLabel="Remove"
        isDanger
        isPending={isPending}
        onConfirm={() => remove(undefined, { onSettled: close })}
        onClose={close}
      />
    </Section>
  );
}
