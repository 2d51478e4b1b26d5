/**
 * How many sockets may we have open to destinations at once?
 *
 * The system limits the open files and sockets of a process, its file descriptors. Half of them are for deliveries, the
 * rest for senders, people, the database and the sandbox. Without such a bound, many destinations would use up all
 * descriptors with idle sockets, and attempts would fail for a reason that is not theirs. Node itself raises the soft
 * limit to the hard one when it starts, so only the operator can change the number that is read here.
 */
import { readFileSync } from "node:fs";

/** Far more than attempts can be on the wire: the rest are idle sockets, each of which takes some ten kilobytes. */
const SOCKETS_MOST = 4_096;
const SOCKETS_LEAST = 16;
/** Senders, people, deliveries and the database together stay below this on the busiest gateway. */
const DESCRIPTORS_ADVISED = 8_192;

/** `limits` is the text of /proc/self/limits. Null: there is no limit, or it does not say. */
export function parseDescriptors(limits: string): number | null {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? null : Number(soft);
}

/** Null if the system does not say. Only Linux does. */
export function readDescriptors(): number | null {
  try {
    return parseDescriptors(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    return null;
  }
}

/** Of each of several processes: the system limits each of them, and together they have as many as one would have. */
export function socketsWithin(descriptors: number | null, processes = 1): number {
  const together = descriptors === null ? SOCKETS_MOST : Math.min(Math.floor(descriptors / 2), SOCKETS_MOST);
  return Math.max(Math.floor(together / processes), SOCKETS_LEAST);
}

/** What the log says at start if the limit is low; null if it is not. */
export function lowDescriptors(descriptors: number | null) {
  if (descriptors === null || descriptors >= DESCRIPTORS_ADVISED) return null;
  return {
    limit: descriptors,
    outgoing_sockets: socketsWithin(descriptors),
    advised: DESCRIPTORS_ADVISED,
    effect: "Deliveries wait for each other's sockets, and many senders at once may be refused.",
    what_to_do:
      "Raise the hard limit of open files: LimitNOFILE=65536 for systemd, --ulimit nofile=65536 for docker, or ulimit -Hn 65536 in the shell that starts Posthorn.",
  };
}

/** True of an error that says: this process, or this machine, has no descriptor left. */
export function isOutOfDescriptors(error: Error): boolean {
  return "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");
}
