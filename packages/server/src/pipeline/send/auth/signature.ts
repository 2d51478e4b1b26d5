/** How does a project sign what it delivers? With its secret, and with the one before while a roll is open. */
import { createHmac } from "node:crypto";

export interface SigningSecrets {
  secret: string;
  previous: { secret: string; untilMs: number } | null;
}

/** As the project keeps them, sealed. */
export interface SealedSigningSecrets {
  signing_secret: Buffer;
  previous_signing_secret: Buffer | null;
  previous_signing_secret_until: string | null;
}

export function openSigningSecrets(
  sealed: SealedSigningSecrets,
  open: (sealed: Buffer) => string,
): SigningSecrets {
  const previous = sealed.previous_signing_secret && {
    secret: open(sealed.previous_signing_secret),
    untilMs: Date.parse(sealed.previous_signing_secret_until ?? ""),
  };
  return { secret: open(sealed.signing_secret), previous };
}

/** Of exactly the bytes that are sent. */
export function bodySignature(secret: string, body: Uint8Array | null): string {
  return createHmac("sha256", secret)
    .update(body ?? "")
    .digest("base64");
}

/** Null once the window of the roll is over: asked at each delivery, so that it ends to the second. */
export function previousSignature(
  { previous }: SigningSecrets,
  body: Uint8Array | null,
  nowMs: number,
): string | null {
  return previous && nowMs < previous.untilMs ? bodySignature(previous.secret, body) : null;
}
