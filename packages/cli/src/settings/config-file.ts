/**
 * Where are the profiles kept between two commands?
 *
 * In one JSON file in the place where the system keeps settings. It holds keys, so only its owner may read it (0600). It is
 * replaced as a whole by a rename: a crash leaves the old one or the new one, never half of one.
 */
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { Failure } from "../failure.ts";
import type { Machine } from "../machine.ts";
import type { Config, Profile } from "./settings.ts";

const ProfileSchema = z.looseObject({
  url: z.optional(z.string()),
  key: z.optional(z.string()),
  project_id: z.optional(z.string()),
  project_name: z.optional(z.string()),
  dashboard_email: z.optional(z.string()),
  dashboard_password: z.optional(z.string()),
});
/** Loose: what a newer release has stored stays. */
const ConfigSchema = z.looseObject({
  profile: z.optional(z.string()),
  profiles: z._default(z.record(z.string(), ProfileSchema), {}),
});

export interface ConfigFile {
  path: string;
  read(): Promise<Config>;
  /** Null takes the profile away. Resolves to what is stored then. */
  storeProfile(name: string, profile: Profile | null): Promise<Config>;
  /** Takes away all profiles. */
  forgetAll(): Promise<void>;
}

type Place = Pick<Machine, "env" | "platform" | "homeDirectory">;

/** `asked` is the option --config-file. */
export function configPath(asked: string | undefined, { env, platform, homeDirectory }: Place): string {
  const named = asked ?? (env["POSTHORN_CONFIG"] || undefined);
  if (named !== undefined) return named;
  const ofWindows = platform === "win32" ? env["APPDATA"] || undefined : undefined;
  const folder = (env["XDG_CONFIG_HOME"] || undefined) ?? ofWindows ?? join(homeDirectory, ".config");
  return join(folder, "posthorn", "config.json");
}

export function createConfigFile(
  path: string,
  { err, platform }: Pick<Machine, "err" | "platform">,
): ConfigFile {
  async function read(): Promise<z.output<typeof ConfigSchema>> {
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return { profiles: {} };
      throw unreadable(error);
    }
    return parsed(text);
  }

  function parsed(text: string): z.output<typeof ConfigSchema> {
    try {
      return z.parse(ConfigSchema, JSON.parse(text));
    } catch (cause) {
      throw new Failure(`The config file ${path} cannot be read.`, {
        why: "It is not JSON with an object of profiles.",
        todo: `Correct it, or remove it and sign in again: posthorn login.`,
        cause,
      });
    }
  }

  function unreadable(cause: unknown): Failure {
    return new Failure(`The config file ${path} cannot be read.`, {
      why: messageOf(cause),
      todo: "Make it readable for you, or name another one: --config-file FILE.",
      cause,
    });
  }

  async function write(config: Config): Promise<void> {
    // A file that is a link, as people keep in a repository of their settings, stays one.
    const target = await realpath(path).catch(() => path);
    const fresh = `${target}.${process.pid}.new`;
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await writeFile(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
      await chmod(fresh, 0o600); // whatever the umask, and whoever made a file of that name before
      await rename(fresh, target);
    } catch (cause) {
      await rm(fresh, { force: true }).catch(() => undefined); // the first error is the one to report
      throw new Failure(`The config file ${path} cannot be written.`, {
        why: messageOf(cause),
        todo: "Make its folder writable for you, or name another file: --config-file FILE.",
        cause,
      });
    }
  }

  async function warnIfOpen(): Promise<void> {
    if (platform === "win32") return; // files have no such mode there
    const mode = await stat(path).then(
      (found) => found.mode,
      () => null, // no file yet
    );
    if (mode === null || (mode & 0o077) === 0) return;
    err.write(
      `Warning: other people on this machine may read your keys. Close the file: chmod 600 ${path}\n`,
    );
  }

  return {
    path,
    async read() {
      await warnIfOpen();
      return read();
    },
    async storeProfile(name, profile) {
      const config = await read();
      const { [name]: _before, ...others } = config.profiles;
      const next = { ...config, profiles: profile ? { ...others, [name]: profile } : others };
      await write(next);
      return next;
    },
    async forgetAll() {
      const config = await read();
      await write({ ...config, profiles: {} });
    },
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.message}.` : String(error);
}
