/** "Remove": asks once, because nothing of a sample project is anybody's own. */
import { useState } from "react";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { useRemoveSample } from "./sample-actions.ts";

export interface RemoveSampleButtonProps extends Pick<ButtonProps, "variant"> {
  /** Of the sample project. */
  id: string;
}

export function RemoveSampleButton({ id, ...look }: RemoveSampleButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveSample();
  return (
    <>
      <Button
        {...look}
        aria-label="Remove the sample project"
        disabledReason={useRefusal("deleteProjects")}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove the sample project?"
        description="Its made-up events go, and what anybody has added to it goes with them. Your other projects stay as they are. You can create a new one at any time."
        confirmLabel="Remove"
        isDanger
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
