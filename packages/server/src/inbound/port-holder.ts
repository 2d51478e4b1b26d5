/**
 * Which program has a port?
 *
 * Linux says it below /proc: the table of sockets has the inode, and the open files of a process lead to it. Another
 * user's processes hide that, and other systems have no such folder: then nobody knows.
 */
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import type { PortHolder } from "../start-failure.ts";

const LISTENING = "0A";

export function holderOf(port: number): PortHolder | null {
  const inodes = ["tcp", "tcp6"].flatMap((table) => listenersIn(textOf(`/proc/net/${table}`), port));
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  for (const pid of numbersIn("/proc"))
    if (numbersIn(`/proc/${pid}/fd`).some((fd) => sockets.has(linkOf(`/proc/${pid}/fd/${fd}`))))
      return {
        name: textOf(`/proc/${pid}/comm`).trim(),
        pid,
        isPosthorn: textOf(`/proc/${pid}/cmdline`).includes("packages/server/src/main.mjs"),
      };
  return null;
}

/** The inodes of the sockets that listen at this port, by a table of /proc/net. */
export function listenersIn(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    return local.endsWith(`:${hex}`) && state === LISTENING && inode !== undefined ? [inode] : [];
  });
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return []; // ended meanwhile, or another user's
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
