/**
 * With which key does `posthorn dev` act, and how does its person get into the dashboard?
 *
 * The key stays in a profile of its own. A stored key comes first; then the one with which this start may have founded the
 * installation; then a click in the browser. Beware: a person may have given the same name to the profile of another server. Its
 * key is not sent to this one, and the profile is not replaced.
 */
import { type KeyHolder, validateKey } from "@posthorn/contract/cli-auth";
import { createClient } from "../api/client.ts";
import type { Surroundings } from "../commands/command.ts";
import { Failure } from "../failure.ts";
import { loginByBrowser } from "../login/browser-login.ts";
import { storeKey } from "../login/store-key.ts";
import { pairsText } from "../output/table.ts";
import type { Profile, Settings } from "../settings/settings.ts";
import type { Founding } from "./founding.ts";

interface SignInDeps extends Pick<Surroundings, "machine" | "config" | "settings"> {
  /** Of the Posthorn that runs here. */
  url: string;
  /** Null: it was running before. */
  founding: Founding | null;
  /** Ends the sign-in; it throws then. */
  signal: AbortSignal;
}

export interface SignedIn {
  settings: Settings;
  /** What a person must still know when a view has covered what was printed. */
  news: readonly string[];
}

export async function signIn(deps: SignInDeps): Promise<SignedIn> {
  const { machine, config, url, founding, signal } = deps;
  const { profileName, projectId } = deps.settings;
  const { err, homeDirectory } = machine;
  const isInHome = config.path.startsWith(`${homeDirectory}/`);
  const configFile = isInHome ? `~${config.path.slice(homeDirectory.length)}` : config.path;
  const { profiles } = await config.read();
  const profile: Profile = Object.hasOwn(profiles, profileName) ? (profiles[profileName] ?? {}) : {};
  if (profile.url !== undefined && !mayBeSame(profile.url, url))
    throw new Failure(`The profile "${profileName}" is for ${profile.url}, and this Posthorn is at ${url}.`, {
      todo: "Name another profile: posthorn dev --profile NAME.",
    });
  const open = createClient({ profileName, url, key: null, keyFrom: "nowhere", projectId: null }, machine);
  const settingsWith = (key: string, project: string | undefined): Settings => ({
    profileName,
    profile,
    url,
    key,
    keyFrom: "profile",
    projectId: projectId ?? project ?? null,
  });

  const isKnown = profile.key !== undefined && (await holderOf(profile.key)) !== null;
  if (profile.key !== undefined && isKnown) {
    if (profile.url !== url) await config.storeProfile(profileName, { ...profile, url });
    if (profile.dashboard_email !== undefined)
      err.write(`Sign in to its dashboard as ${profile.dashboard_email}; ${passwordPlace()}.\n`);
    return { settings: settingsWith(profile.key, profile.project_id), news: [] };
  }

  const holder = founding && (await holderOf(founding.key));
  if (founding && holder) {
    const { key, owner } = founding;
    await config.storeProfile(profileName, {
      url,
      key,
      project_id: holder.team_id,
      project_name: holder.team_name,
      ...(owner && { dashboard_email: owner.email, dashboard_password: owner.password }),
    });
    if (owner === null) return { settings: settingsWith(key, holder.team_id), news: [] };
    const rows = pairsText(
      [
        ["Email", owner.email],
        ["Password", owner.password],
      ],
      (name) => err.paint("dim", name),
    );
    err.write(`It is new. Sign in to its dashboard with:\n\n`);
    err.write(`${rows.replace(/^/gm, "  ").trimEnd()}\n\n`);
    err.write(`Both stay in the profile "${profileName}" of ${configFile}.\n\n`);
    return {
      settings: settingsWith(key, holder.team_id),
      news: [`Sign in to the dashboard as ${owner.email}; ${passwordPlace()}.`],
    };
  }

  err.write(
    profile.key === undefined
      ? "You have no key for this Posthorn yet.\n"
      : `This Posthorn does not accept the key of the profile "${profileName}".\n`,
  );
  const issued = await loginByBrowser(open, { machine, mayOpen: true, signal });
  // A password beside a key that was refused is perhaps that of another installation.
  const { dashboard_email: _email, dashboard_password: _password, ...others } = profile;
  const kept = profile.key === undefined ? profile : others;
  await storeKey(issued.key, issued, {
    ...deps,
    client: open,
    settings: { ...settingsWith(issued.key, issued.team_id), profile: kept },
  });
  return { settings: settingsWith(issued.key, issued.team_id), news: [] };

  async function holderOf(key: string): Promise<KeyHolder | null> {
    try {
      return await open.call(validateKey, { key, signal });
    } catch (error) {
      if (error instanceof Failure && error.exit === "refused") return null;
      throw error;
    }
  }

  function passwordPlace(): string {
    return `the password is in the profile "${profileName}" of ${configFile}`;
  }
}

/** On this machine the port may change from start to start. */
function mayBeSame(stored: string, url: string): boolean {
  if (!URL.canParse(stored)) return false;
  return new URL(stored).origin === url || [stored, url].every(isOfThisMachine);
}

function isOfThisMachine(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
