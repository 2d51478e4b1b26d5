/**
 * How does the browser make a passkey, and sign in with one?
 *
 * The server gives a challenge, the browser asks the person and their authenticator, and the server checks the answer.
 * The library turns the bytes of both into JSON, also for browsers and password managers that cannot do it themselves.
 */
import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { post, refusalOf, type AuthRefusal } from "./auth-actions.ts";

type Answered = { response: object } | { refusal: NonNullable<AuthRefusal> };

async function answerOf(asking: Promise<object>): Promise<Answered> {
  try {
    return { response: await asking };
  } catch (error) {
    return { refusal: refusalBy(error) };
  }
}

function refusalBy(error: unknown): NonNullable<AuthRefusal> {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return { title: "This device has a passkey of your account already" };
  // Browsers do not say which: an authenticator must not reveal to a page what it knows.
  if (code === "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY" || code === "ERROR_CEREMONY_ABORTED")
    return {
      title: "No passkey was used",
      text: "It was cancelled, it took too long, or there is none here.",
    };
  return { title: "The browser could not use a passkey", text: String(error) };
}

/** `options` is the server's reply to `beginPasskey`. */
export function createPasskey(options: unknown): Promise<Answered> {
  // Safe: our server writes it in this form.
  return answerOf(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));
}

/** The person chooses one of their passkeys, and with it the account. */
export async function signInWithPasskey(): Promise<AuthRefusal> {
  const refused = { title: "You could not be signed in" };
  const begun = await post("/sign-in/passkey/begin", {});
  const refusal = refusalOf(begun, ({ message }) => (message === undefined ? refused : { title: message }));
  if (refusal) return refusal;
  // Safe: our server writes it in this form.
  const optionsJSON = begun.body as PublicKeyCredentialRequestOptionsJSON;
  const answered = await answerOf(startAuthentication({ optionsJSON }));
  if ("refusal" in answered) return answered.refusal;
  const answer = await post("/sign-in/passkey", { response: answered.response });
  return refusalOf(answer, ({ message }) => (message === undefined ? refused : { title: message }));
}
