/**
 * Which server, which key and which project does a command use?
 *
 * Pure. Options come before the environment, and the environment before the profile; but a person who names a profile
 * means its key. Beware: a key belongs to the server that gave it out. If the address is another one, the profile's key is
 * not sent there, because whoever chose the address would read it.
 */
import { type Failure, misuse } from "../failure.ts";
import type { Environment } from "../machine.ts";
import { printable } from "../output/printable.ts";

const DEFAULT_PROFILE = "default";
/** Where `npm start` serves dashboard and API. */
const DEFAULT_URL = "http://localhost:4400";

export interface Profile {
  url?: string | undefined;
  key?: string | undefined;
  project_id?: string | undefined;
  /** `[Organization] Project`, to be shown. */
  project_name?: string | undefined;
  /** How a person signs in to the Posthorn that `posthorn dev` has founded. */
  dashboard_email?: string | undefined;
  dashboard_password?: string | undefined;
}

export interface Config {
  /** The one that is used if nobody names another. */
  profile?: string | undefined;
  profiles: Readonly<Record<string, Profile>>;
}

export interface Asked {
  profile?: string | undefined;
  url?: string | undefined;
  project?: string | undefined;
}

export interface Settings {
  profileName: string;
  profile: Profile;
  /** An origin, without a slash at its end. */
  url: string;
  key: string | null;
  /** From where the key comes, as it is said to people; without a key, why there is none. */
  keyFrom: "environment" | "profile" | "nowhere" | "profile of another address";
  /** Null: the one of the key. */
  projectId: string | null;
}

export function settingsOf(asked: Asked, env: Environment, config: Config): Settings {
  const profileName = checkedProfileName(
    asked.profile ?? (env["POSTHORN_PROFILE"] || undefined) ?? config.profile ?? DEFAULT_PROFILE,
  );
  const profile = Object.hasOwn(config.profiles, profileName) ? (config.profiles[profileName] ?? {}) : {};
  const isProfileMeant = asked.profile !== undefined;
  const fromEnvironment = (name: string) => (isProfileMeant ? undefined : env[name] || undefined);
  const urlOfEnvironment = env["POSTHORN_URL"] || undefined;
  const urls = isProfileMeant ? [profile.url, urlOfEnvironment] : [urlOfEnvironment, profile.url];
  const typed = asked.url ?? urls[0] ?? urls[1] ?? DEFAULT_URL;
  const url = readUrl(typed);
  const given = { profileName, profile, url };
  const namedProject = asked.project ?? fromEnvironment("POSTHORN_PROJECT") ?? null;
  const key = fromEnvironment("POSTHORN_API_KEY");
  if (key !== undefined)
    return { ...given, key: checkedKey(key), keyFrom: "environment", projectId: namedProject };
  if (profile.key === undefined) return { ...given, key: null, keyFrom: "nowhere", projectId: namedProject };
  if (readUrl(profile.url ?? DEFAULT_URL) !== url)
    return { ...given, key: null, keyFrom: "profile of another address", projectId: namedProject };
  return {
    ...given,
    key: checkedKey(profile.key),
    keyFrom: "profile",
    projectId: namedProject ?? profile.project_id ?? null,
  };
}

/** The origin of an address as people type it: `localhost:4400`, `hooks.example.com`, `https://hooks.example.com/`. */
export function readUrl(typed: string): string {
  const text = typed.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::|\/|$)/i.test(text);
  const full = hasScheme ? text : `${isHere ? "http" : "https"}://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") throw notAnAddress(typed);
  if (
    url.username !== "" ||
    url.password !== "" ||
    url.pathname !== "/" ||
    url.search !== "" ||
    url.hash !== ""
  )
    throw notAnAddress(typed);
  return url.origin;
}

function notAnAddress(typed: string): Failure {
  return misuse(
    `"${printable(typed)}" is not the address of a Posthorn.`,
    `Write where its dashboard is, without a path: ${DEFAULT_URL} or https://posthorn.example.com.`,
  );
}

function checkedProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return name;
  throw misuse(
    `"${printable(name)}" cannot be the name of a profile.`,
    "Write up to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit.",
  );
}

/** The characters that an HTTP header can carry: a key with another one was copied wrong. */
export function checkedKey(key: string): string {
  const trimmed = key.trim();
  if (/^[\u0021-\u007e]+$/.test(trimmed)) return trimmed;
  throw misuse(
    "That is no key: it is empty, or has spaces or other characters that no key has.",
    "Copy it again, as a whole.",
  );
}
