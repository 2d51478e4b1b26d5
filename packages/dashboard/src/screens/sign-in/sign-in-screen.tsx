/** /sign-in. Asks for email and password, for a passkey, or for the address of somebody with single sign-on. */
import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { useState } from "react";
import { SignInForm } from "../../resources/session/sign-in-form.tsx";
import { Button } from "../../ui/button.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SsoForm } from "./sso-form.tsx";

export interface SignInScreenProps {
  notice?: string | undefined;
  /** Where the person goes once they are signed in, for those who leave for an identity provider. */
  to: string;
  onSignedIn: () => Promise<void>;
}

export function SignInScreen({ notice, to, onSignedIn }: SignInScreenProps) {
  usePageTitle("Sign in");
  const [isSso, setIsSso] = useState(false);
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
      {isSso ? (
        <SsoForm to={to} onBack={() => setIsSso(false)} />
      ) : (
        <>
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
          <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
            <PasskeyButton onSignedIn={onSignedIn} />
            <Button size="lg" icon={<Building2 />} onClick={() => setIsSso(true)}>
              Continue with single sign-on
            </Button>
          </div>
        </>
      )}
    </>
  );
}
