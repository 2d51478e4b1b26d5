/**
 * How does the bench give a process a part of a core?
 *
 * By a control group of its own with a quota of the system's scheduler, version 1 or 2. Only Linux has them, and only root,
 * or whoever was given the right, may make them. Short periods: a process that has used its part waits some milliseconds.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PERIOD_US = 20_000;

export interface CpuQuota {
  /** Each of the processes gets at most this part of a core from now on. Null: as much as there is. */
  set: (cores: number | null) => void;
  /** Call it when the processes have ended. */
  remove: () => void;
}

interface Kind {
  root: string;
  /** Exists in every group if the controller is there. */
  proof: string;
  limit: (group: string, cores: number | null) => void;
}

const KINDS: readonly Kind[] = [
  {
    root: "/sys/fs/cgroup/cpu",
    proof: "cpu.cfs_quota_us",
    limit(group, cores) {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_US));
      writeFileSync(
        join(group, "cpu.cfs_quota_us"),
        cores === null ? "-1" : String(Math.round(cores * PERIOD_US)),
      );
    },
  },
  {
    root: "/sys/fs/cgroup",
    proof: "cpu.max",
    limit: (group, cores) =>
      writeFileSync(
        join(group, "cpu.max"),
        `${cores === null ? "max" : Math.round(cores * PERIOD_US)} ${PERIOD_US}`,
      ),
  },
];

/** Returns null where this machine, or this user, has no such groups. */
export function cpuQuotaOf(pids: readonly number[]): CpuQuota | null {
  for (const { root, proof, limit } of KINDS) {
    const groups: string[] = [];
    const remove = () => {
      for (const group of groups.splice(0)) rmdirSync(group);
    };
    try {
      for (const pid of pids) {
        const group = join(root, `posthorn-bench-${pid}`);
        mkdirSync(group);
        groups.push(group);
        if (!existsSync(join(group, proof))) throw new Error("There is no controller of processors");
        limit(group, null);
        writeFileSync(join(group, "cgroup.procs"), String(pid));
      }
      return {
        set: (cores) => {
          for (const group of groups) limit(group, cores);
        },
        remove,
      };
    } catch {
      try {
        remove();
      } catch {
        // a group that a process has entered stays until the process ends
      }
    }
  }
  return null;
}
