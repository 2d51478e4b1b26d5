/** How does a project sign its deliveries? With its secret, and for a time after a roll also with the previous one. */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Sealer } from "../../../store/seal.ts";

/** Prepared once, because every delivery uses it. */
type SigningKey = KeyObject | string;

export interface SigningSecrets {
  secret: SigningKey;
  /** `untilMs` is a time of whichever clock the caller of `previousSignature` uses. */
  previous: { secret: SigningKey; untilMs: number } | null;
}

/** As the project stores them, sealed. */
export interface SealedSigningSecrets {
  signing_secret: Buffer;
  previous_signing_secret: Buffer | null;
}

export function openSigningSecrets(
  team_id: string,
  sealed: SealedSigningSecrets,
  previousUntilMs: number,
  open: Sealer["open"],
): SigningSecrets {
  const project = { team_id, id: team_id };
  const opened = (secret: Buffer, column: "projects.signing_secret" | "projects.previous_signing_secret") =>
    createSecretKey(open(secret, column, project), "utf8");
  const previous = sealed.previous_signing_secret && {
    secret: opened(sealed.previous_signing_secret, "projects.previous_signing_secret"),
    untilMs: previousUntilMs,
  };
  return { secret: opened(sealed.signing_secret, "projects.signing_secret"), previous };
}

/** The signature of exactly the bytes that are sent. */
export function bodySignature(secret: SigningKey, body: Uint8Array | null): string {
  return createHmac("sha256", secret)
    .update(body ?? "")
    .digest("base64");
}

/** Returns null once the roll's window is over. Checked at each delivery, so that the window ends to the second. */
export function previousSignature(
  { previous }: SigningSecrets,
  body: Uint8Array | null,
  nowMs: number,
): string | null {
  return previous && nowMs < previous.untilMs ? bodySignature(previous.secret, body) : null;
}
