/**
 * With which owner and which key does an installation begin that nobody has signed up to?
 *
 * `posthorn dev` gives them to the product as its bootstrap settings, at each start; they count only while nobody has an
 * account. What the person has set in the environment wins.
 */
import { randomBytes } from "node:crypto";
import type { Environment } from "../machine.ts";

/** No mail is ever sent there: names below `localhost` are this machine's. */
const EMAIL = "dev@posthorn.localhost";
const PASSWORD_BYTES = 12;
const KEY_BYTES = 24;

export interface Founding {
  /** Variables of the environment for the product. */
  settings: Readonly<Record<string, string>>;
  /** Opens the first project. */
  key: string;
  /** Null: the person has chosen email and password. */
  owner: { email: string; password: string } | null;
}

const random = (bytes: number) => randomBytes(bytes).toString("base64url");

export function foundingFor(env: Environment): Founding {
  const key = env["POSTHORN_BOOTSTRAP_API_KEY"] || `phk_${random(KEY_BYTES)}`;
  const settings = { POSTHORN_BOOTSTRAP_API_KEY: key };
  // One of both alone is a mistake, and the product says so.
  if (env["POSTHORN_BOOTSTRAP_EMAIL"] || env["POSTHORN_BOOTSTRAP_PASSWORD"])
    return { settings, key, owner: null };
  const owner = { email: EMAIL, password: random(PASSWORD_BYTES) };
  return {
    settings: {
      ...settings,
      POSTHORN_BOOTSTRAP_EMAIL: owner.email,
      POSTHORN_BOOTSTRAP_PASSWORD: owner.password,
    },
    key,
    owner,
  };
}
