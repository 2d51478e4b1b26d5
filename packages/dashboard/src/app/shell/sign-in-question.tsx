/** Asks to sign in again, above a page whose session has ended. Each frame of pages that need a session has it. */
import { later } from "../../ui/later.tsx";
import { useSignInQuestion } from "../session-end.ts";

const SignInAgain = later(() => import("./sign-in-again.tsx")).component((loaded) => loaded.SignInAgain);

export function SignInQuestion() {
  const question = useSignInQuestion();
  return question ? <SignInAgain email={question.email} onAnswer={question.answer} /> : null;
}
