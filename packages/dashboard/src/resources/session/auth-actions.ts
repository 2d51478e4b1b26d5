/**
 * How does a person sign in, with a code if they have set that up, sign out or reset a password? The calls to the server's `/auth`, and their refusals.
 *
 * A refusal is a value with the sentence to show, not an exception: a form shows it above its fields. A wrong address
 * and a wrong password get the same sentence, so that an attacker cannot find out who has an account.
 */
import { fields, yesNo } from "../../ui/read.ts";
import { ownUrl } from "../base-path.ts";

/** Null if the call succeeded. */
export type AuthRefusal = { title: string; text?: string } | null;

export interface Answer {
  status: number;
  /** better-auth's own code, such as `INVALID_TOKEN`. */
  code: string | undefined;
  message: string | undefined;
  retryAfterSeconds: number | undefined;
  /** The whole reply; null if it is no JSON. */
  body: unknown;
}

function textIn(reply: unknown, key: string): string | undefined {
  const value: unknown = typeof reply === "object" && reply !== null ? Reflect.get(reply, key) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Status 0: no answer came. */
export async function post(path: `/${string}`, body: object): Promise<Answer> {
  try {
    const response = await fetch(ownUrl(`/auth${path}`), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const reply: unknown = await response.json().catch(() => null);
    const wait = Number(response.headers.get("retry-after") ?? response.headers.get("x-retry-after") ?? "");
    return {
      status: response.status,
      code: textIn(reply, "code"),
      message: textIn(reply, "message"),
      retryAfterSeconds: wait > 0 ? Math.ceil(wait) : undefined,
      body: reply,
    };
  } catch {
    return { status: 0, code: undefined, message: undefined, retryAfterSeconds: undefined, body: null };
  }
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return "Wait a moment, then try again.";
  return seconds < 60 ? `Try again in ${seconds} s.` : `Try again in ${Math.ceil(seconds / 60)} min.`;
}

/** `refused` translates a 4xx that is specific to this call. */
export function refusalOf(answer: Answer, refused: (answer: Answer) => AuthRefusal): AuthRefusal {
  if (answer.status >= 200 && answer.status < 300) return null;
  if (answer.status === 0)
    return {
      title: "Posthorn could not be reached",
      text: "Check that the server is running, then try again.",
    };
  if (answer.status === 429) return { title: "Too many requests", text: waitText(answer.retryAfterSeconds) };
  if (answer.status >= 500)
    return { title: "The server failed to answer", text: "Try again; if it stays, look at the server log." };
  return refused(answer);
}

export interface SignIn {
  email: string;
  password: string;
}

/** With `needsCode`, the password was right, and nobody is signed in yet. */
export interface SignInAnswer {
  refusal: AuthRefusal;
  needsCode: boolean;
}

export async function signIn({ email, password }: SignIn): Promise<SignInAnswer> {
  const answer = await post("/sign-in/email", { email, password });
  const refusal = refusalOf(answer, ({ code, message }) =>
    code === "SSO_REQUIRED" && message !== undefined
      ? { title: message }
      : { title: "Email or password is wrong" },
  );
  const needsCode = fields({ second_factor: yesNo }).parse(answer.body).second_factor === true;
  return { refusal, needsCode };
}

export interface SecondFactor {
  /** From the app, or one of the recovery codes. */
  code: string;
  /** Whether this browser needs no code for the next 30 days. */
  trustBrowser: boolean;
}

export async function enterSecondFactor({ code, trustBrowser }: SecondFactor): Promise<AuthRefusal> {
  const answer = await post("/sign-in/second-factor", { code, trustBrowser });
  return refusalOf(answer, ({ message }) => ({ title: message ?? "The code is wrong" }));
}

export interface SignUp extends SignIn {
  name: string;
}

/** Works only on a new installation: the server creates its owner, who has no organization yet. */
export async function signUp({ name, email, password }: SignUp): Promise<AuthRefusal> {
  const answer = await post("/sign-up/email", { name, email, password });
  return refusalOf(answer, ({ message }) => ({ title: message ?? "The account could not be created" }));
}

export async function signOut(): Promise<AuthRefusal> {
  const answer = await post("/sign-out", {});
  return refusalOf(answer, ({ message }) => ({ title: message ?? "You could not be signed out" }));
}

/** The answer is the same whether or not the address has an account. */
export async function requestPasswordReset(email: string): Promise<AuthRefusal> {
  const redirectTo = new URL(ownUrl("/reset-password"), window.location.origin).href;
  const answer = await post("/request-password-reset", { email, redirectTo });
  return refusalOf(answer, ({ message }) => ({ title: message ?? "The link could not be sent" }));
}

export async function resetPassword(token: string, newPassword: string): Promise<AuthRefusal> {
  const answer = await post("/reset-password", { token, newPassword });
  return refusalOf(answer, ({ code, message }) =>
    code === "INVALID_TOKEN" || message === undefined
      ? {
          title: "This link is no longer valid",
          text: "It was used already, or it is too old. Ask for a new one.",
        }
      : { title: message },
  );
}
