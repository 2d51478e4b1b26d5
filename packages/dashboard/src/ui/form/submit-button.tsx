/**
 * Saves the form. The button keeps its label while it runs and cannot be pressed twice.
 *
 * A button outside of its form names it by its id (`form`).
 *
 * If the form cannot be saved, the button looks disabled and its tooltip says why. A press on it then shows the
 * mistakes.
 */
import { Button, type ButtonProps } from "../button.tsx";
import { useFormStatus } from "./form-status.ts";

export type SubmitButtonProps = Pick<
  ButtonProps,
  "children" | "disabledReason" | "size" | "className" | "form"
>;

export function SubmitButton({ children, ...rest }: SubmitButtonProps) {
  const { canSave, whyNot, isSaving } = useFormStatus();
  return (
    <Button
      {...rest}
      type="submit"
      variant="primary"
      isPending={isSaving}
      aria-disabled={!canSave || undefined}
      data-tooltip={whyNot}
    >
      {children}
    </Button>
  );
}
