/** Above a page whose session has ended, and that has unsaved input: the same person signs in and goes on. */
import { SignInForm } from "../../resources/session/sign-in-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export interface SignInAgainProps {
  email: string;
  onAnswer: (isSignedIn: boolean) => void;
}

export function SignInAgain({ email, onAnswer }: SignInAgainProps) {
  return (
    <Dialog
      isOpen
      size="sm"
      onClose={() => onAnswer(false)}
      title="Your session has ended"
      description="Sign in again to go on. What you have typed is still here."
    >
      <SignInForm knownEmail={email} onSignedIn={() => onAnswer(true)} />
    </Dialog>
  );
}
