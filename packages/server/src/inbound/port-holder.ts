/**
 * Which program has a port?
 *
 * Linux says it below /proc: the table of sockets has the inode, and the open files of a process lead to it. Another
 * user's processes hide that, and other systems have no such folder: then nobody knows.
 */
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import type { PortHolder } from "../start-failure.ts";

/** What the command line of one of several processes says after the program: this, and its number. */
export const PROCESS_ARGUMENT = "process";

const LISTENING = "0A";
const PROGRAM = "packages/server/src/main.mjs";

export function holderOf(port: number): PortHolder | null {
  const pid = listenerAt(port);
  if (pid === null) return null;
  const command = commandOf(pid);
  const isPosthorn = command.includes(PROGRAM);
  // A person ends the supervisor: it would start one of its processes again.
  const isSupervised = isOneOfSeveral(command) && commandOf(parentOf(pid)).includes(PROGRAM);
  return {
    name: textOf(`/proc/${pid}/comm`).trim(),
    pid: isSupervised ? parentOf(pid) : pid,
    isPosthorn,
  };
}

/**
 * Whether the port belongs to a process of Posthorn whose supervisor was killed. Such a process stops by itself, and
 * whoever waits gets the port.
 */
export function isLeftBehind(port: number): boolean {
  const pid = listenerAt(port);
  return pid !== null && isOneOfSeveral(commandOf(pid)) && !commandOf(parentOf(pid)).includes(PROGRAM);
}

function listenerAt(port: number): number | null {
  const inodes = ["tcp", "tcp6"].flatMap((table) => listenersIn(textOf(`/proc/net/${table}`), port));
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  const holds = (pid: number) =>
    numbersIn(`/proc/${pid}/fd`).some((fd) => sockets.has(linkOf(`/proc/${pid}/fd/${fd}`)));
  return numbersIn("/proc").find(holds) ?? null;
}

/** By its command line; the arguments are separated by NUL. */
function isOneOfSeveral(command: string): boolean {
  return command.includes(`${PROGRAM}\0${PROCESS_ARGUMENT}\0`);
}

function commandOf(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);
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
