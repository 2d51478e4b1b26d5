/** /sign-in. Asks for email and password, or for a passkey. */
import { Link } from "@tanstack/react-router";
import { SignInForm } from "../../resources/session/sign-in-form.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export interface SignInScreenProps {
  notice?: string | undefined;
  onSignedIn: () => Promise<void>;
}

export function SignInScreen({ notice, onSignedIn }: SignInScreenProps) {
  usePageTitle("Sign in");
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
      <SignInForm
        className="mt-6"
        notice={notice}
        onSignedIn={onSignedIn}
        aside={
          <Link
            to="/forgot-password"
            className="text-xs text-ink-2 underline-offset-2 hover:text-ink hover:underline"
          >
            Forgot password?
          </Link>
        }
      />
      <PasskeyButton onSignedIn={onSignedIn} />
    </>
  );
}
