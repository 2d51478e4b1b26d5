/**
 * How are secrets stored in the database?
 *
 * Sealed: AES-256-GCM under a key derived from the master key, which is never in the database. Code that stores a
 * secret seals it first, for the place where it will be stored. `open` throws on anything that was changed, moved to
 * another place or sealed with another key. The first byte is the format's version.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** All columns with sealed values. bind-seals.db.test.ts compares the list with the database. */
export type SealedColumn =
  | "projects.signing_secret"
  | "projects.previous_signing_secret"
  | "api_keys.sealed"
  | "sources.auth"
  | "destinations.auth"
  | "transformations.env"
  | "erasures.identifier"
  | "integrations.configs"
  | "team_integrations.configs"
  | "acme_accounts.key"
  | "certificates.key"
  | "certificates.order_key"
  | "sso_connections.client_secret"
  | "audit_pushes.configs"
  | "master_key_check.sealed";

/** The row that holds the value. A project is its own project, and so is an organization. */
export interface SealedRow {
  team_id: string;
  id: string;
}

export interface Sealer {
  /** The result opens in this column of this row only. */
  seal: (plain: string, column: SealedColumn, row: SealedRow) => Buffer;
  open: (sealed: Buffer, column: SealedColumn, row: SealedRow) => string;
  /** 32 bytes as hex for another purpose; reveals nothing about the master key or about other purposes. */
  derive: (purpose: string) => string;
}

/** Version 2: this byte, 12 bytes nonce, 16 bytes tag, ciphertext. The place is authenticated with it, and not stored. */
const VERSION = 2;
/** Version 1 was not bound to a place. Only `openUnbound` reads it, for bind-seals.ts. */
export const UNBOUND_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const KEY_BYTES = 32;

export class SealBroken extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`A sealed value cannot be opened: ${reason}`, options);
  }
}

export function createSealer(masterKey: string): Sealer {
  const key = derived(masterKey, "seal/2");

  return {
    seal(plain, column, row) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(placeOf(column, row));
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    open: (sealed, column, row) => opened(sealed, { version: VERSION, key, place: placeOf(column, row) }),
    derive: (purpose) => derived(masterKey, purpose).toString("hex"),
  };
}

/**
 * Seals a value that replaces another. If the other holds the same text, its bytes stay, so that the row does not look
 * changed. One that cannot be opened is replaced.
 */
export function sealedInstead(
  { open, seal }: Pick<Sealer, "open" | "seal">,
  before: Buffer | null,
  ...value: Parameters<Sealer["seal"]>
): Buffer {
  const [plain, column, row] = value;
  try {
    if (before !== null && open(before, column, row) === plain) return before;
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
  }
  return seal(...value);
}

/** Opens a value of version 1, wherever it is stored. */
export function openUnbound(masterKey: string, sealed: Buffer): string {
  return opened(sealed, { version: UNBOUND_VERSION, key: derived(masterKey, "seal/1"), place: Buffer.of() });
}

function opened(
  sealed: Buffer,
  { version, key, place }: { version: number; key: Buffer; place: Buffer },
): string {
  if (sealed.length < HEAD_BYTES) throw new SealBroken("it is too short");
  if (sealed[0] !== version) throw new SealBroken(`its version ${sealed[0]} is not accepted here`);
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(place);
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString();
  } catch (error) {
    throw new SealBroken("it was changed or moved, or sealed with another master key", { cause: error });
  }
}

/** No part can contain a space, so two places never have the same text. */
function placeOf(column: SealedColumn, { team_id, id }: SealedRow): Buffer {
  return Buffer.from(`${column} ${team_id} ${id}`);
}

function derived(masterKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", masterKey, "", `posthorn/${purpose}`, KEY_BYTES));
}
