/**
 * How does an empty installation get its owner and, unattended, an organization, a project and an API key?
 *
 * The first person who signs up gets an account only, and names the organization at `/onboarding`. Nobody is there to do
 * that if the bootstrap variables found the installation, so they make all of it. A second call finds the installation
 * founded and changes nothing.
 */
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { createFirstOwner, hasUsers, type FirstOwner } from "../store/first-owner.ts";
import { FIRST_PROJECT_NAME } from "../store/organizations.ts";
import type { Sealer } from "../store/seal.ts";
import { emailMistake, nameIn, newPasswordMistake } from "./auth-input.ts";
import type { Passwords } from "./passwords.ts";

/** It can be renamed later. */
const UNATTENDED_ORGANIZATION_NAME = "My organization";

interface Founder {
  email: string;
  password: string;
  /** If blank, the part of the email before the @. */
  name: string;
  /** Null: the person creates it later. */
  organization: { apiKey: string | null } | null;
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
  return async ({ email, password, name, organization }) => {
    const owner = await createFirstOwner(db, sealer, {
      name: name || nameIn(email),
      email,
      password_hash: await passwords.hash(password),
      organization: organization && {
        name: UNATTENDED_ORGANIZATION_NAME,
        project_name: FIRST_PROJECT_NAME,
        api_key: organization.apiKey,
      },
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
  const { email, password, apiKey } = bootstrap;
  await found({ email, password, name: "", organization: { apiKey } });
}
