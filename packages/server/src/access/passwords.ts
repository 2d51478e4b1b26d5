/**
 * How is a password stored, and how is a typed one compared with it?
 *
 * With scrypt, at the cost that better-auth chose: each guess takes 32 MiB and tens of milliseconds of a processor.
 * `createAccess` takes other functions as a dependency, and only tests pass any: no setting of an operator can make
 * passwords cheap.
 */
import { hashPassword, verifyPassword } from "@better-auth/utils/password";

export interface Passwords {
  /** Returns salt and key, as better-auth writes them. */
  hash: (password: string) => Promise<string>;
  verify: (given: { hash: string; password: string }) => Promise<boolean>;
}

export const COSTLY_PASSWORDS: Passwords = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};
