/**
 * How does an empty installation get its owner, organization, project and, unattended, its API key?
 *
 * The first sign-up and the bootstrap variables both use this, so both give the same result. A
 * second call finds the installation founded and changes nothing.
 */
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { createFirstOwner, hasUsers, type FirstOwner } from "../store/first-owner.ts";
import type { Sealer } from "../store/seal.ts";
import { emailMistake, nameIn, newPasswordMistake } from "./auth-input.ts";
import type { Passwords } from "./passwords.ts";

const DEFAULT_ORGANIZATION_NAME = "My organization";
const DEFAULT_PROJECT_NAME = "Default project";

interface Founder {
  email: string;
  password: string;
  /** If blank, the part of the email before the @. */
  name: string;
  /** If blank, a default that can be changed later. */
  organizationName: string;
  apiKey: string | null;
}

/** Returns null when the installation already has an owner. */
export type FoundInstallation = (founder: Founder) => Promise<FirstOwner | null>;

export interface FoundInstallationDeps {
  db: Database;
  sealer: Pick<Sealer, "seal">;
  log: Log;
  passwords: Passwords;
}

export function createFoundInstallation({
  db,
  sealer,
  log,
  passwords,
}: FoundInstallationDeps): FoundInstallation {
  return async ({ email, password, name, organizationName, apiKey }) => {
    const owner = await createFirstOwner(db, sealer, {
      name: name || nameIn(email),
      email,
      password_hash: await passwords.hash(password),
      organization_name: organizationName || DEFAULT_ORGANIZATION_NAME,
      project_name: DEFAULT_PROJECT_NAME,
      api_key: apiKey,
    });
    if (owner) log.info("installation.founded", { ...owner });
    return owner;
  };
}

/** Runs at every start; after the first one it is a single query. */
export async function foundFromBootstrap(
  bootstrap: Config["bootstrap"],
  db: Database,
  found: FoundInstallation,
): Promise<void> {
  if (!bootstrap || (await hasUsers(db))) return;
  const mistake = emailMistake(bootstrap.email) ?? newPasswordMistake("password", bootstrap.password);
  if (mistake) {
    throw new Error(`POSTHORN_BOOTSTRAP_EMAIL and _PASSWORD cannot become an account: ${mistake}.`);
  }
  await found({ ...bootstrap, name: "", organizationName: "" });
}
