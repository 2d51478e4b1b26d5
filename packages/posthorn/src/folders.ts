/**
 * Where in a person's home does Posthorn keep its data, and what it can make again?
 *
 * Where the system keeps such things: XDG's folders, and those of macOS.
 */
import { isAbsolute, join } from "node:path";
import type { Machine } from "../../cli/src/machine.ts";

type Place = Pick<Machine, "env" | "platform" | "homeDirectory">;

export function dataFolder({ env, platform, homeDirectory }: Place): string {
  const usual =
    platform === "darwin"
      ? join(homeDirectory, "Library", "Application Support")
      : join(homeDirectory, ".local", "share");
  return join(named(env["XDG_DATA_HOME"]) ?? usual, "posthorn");
}

export function cacheFolder({ env, platform, homeDirectory }: Place): string {
  const usual =
    platform === "darwin" ? join(homeDirectory, "Library", "Caches") : join(homeDirectory, ".cache");
  return join(named(env["XDG_CACHE_HOME"]) ?? usual, "posthorn");
}

/** XDG's rule: who names a relative folder has named none. */
function named(folder: string | undefined): string | null {
  return folder !== undefined && isAbsolute(folder) ? folder : null;
}
