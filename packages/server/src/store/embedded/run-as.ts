/**
 * As which user, and how, does PostgreSQL run?
 *
 * An ordinary user simply runs it. PostgreSQL refuses to run as root. Then Posthorn tries, in this order:
 * an unprivileged user, if that user can reach programs and data; a user namespace in which root looks
 * like that user; a copy of the programs in a place that the user can reach. `chooseRunner` decides;
 * everything it needs to know about the machine comes in as a probe.
 */
import { spawnSync, type SpawnOptions } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { copyPrograms } from "./programs.ts";

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

export interface Runner {
  how:
    | "as ourselves"
    | "as an unprivileged user"
    | "in a user namespace"
    | "from a copy, as an unprivileged user";
  programs: string;
  /** The command that the program's own command line is appended to. */
  wrap: readonly string[];
  /** The owner of the files; if `becomesOwner`, the process runs as this user. */
  owner: { uid: number; gid: number };
  becomesOwner: boolean;
  /** The user cannot reach the data directory by its path, only as the working directory of the process. */
  dataThroughCwd: boolean;
}

export interface Probes {
  self: { uid: number; gid: number; hasName: boolean };
  account: Account;
  canRun: (programs: string, account: Account) => boolean;
  canEnter: (directory: string, account: Account) => boolean;
  canUseNamespace: (programs: string, account: Account) => boolean;
  /** Returns null when there is no place from which the account can run programs. */
  copyFor: (programs: string, account: Account) => Promise<string | null>;
}

export async function chooseRunner(programs: string, dataDir: string, probes: Probes): Promise<Runner> {
  const { self, account } = probes;
  const runner = { programs, wrap: [], owner: self, becomesOwner: false, dataThroughCwd: false };
  const inNamespace = { ...runner, how: "in a user namespace", wrap: namespaceOf(account) } as const;

  if (self.uid !== 0) {
    // initdb requires that its user has a name; in containers with an arbitrary uid it has none.
    if (self.hasName || !probes.canUseNamespace(programs, account)) return { ...runner, how: "as ourselves" };
    return inNamespace;
  }
  const canEnterData = probes.canEnter(dataDir, account);
  const asAccount = { ...runner, owner: account, becomesOwner: true };
  if (canEnterData && probes.canRun(programs, account))
    return { ...asAccount, how: "as an unprivileged user" };
  if (probes.canUseNamespace(programs, account)) return inNamespace;
  const copy = probes.canRun(programs, account) ? programs : await probes.copyFor(programs, account);
  if (copy === null) {
    throw new StartRefused(
      `PostgreSQL refuses to run as root, and user "${account.name}" can reach neither its programs nor a copy of them. ` +
        `Start Posthorn as an ordinary user, or set POSTHORN_DATABASE_URL.`,
    );
  }
  return {
    ...asAccount,
    how: "from a copy, as an unprivileged user",
    programs: copy,
    dataThroughCwd: !canEnterData,
  };
}

/** The probes of the real machine. Each one tries the action itself instead of reading permission bits. */
export function probeMachine(dataDir: string): Probes {
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  const accounts = readAccounts();
  const { uid: dataOwner } = statSync(dataDir);
  const nobody = accounts.find((account) => account.name === "nobody") ?? {
    name: "nobody",
    uid: 65534,
    gid: 65534,
  };
  return {
    self: { ...self, hasName: hasName() },
    account: accounts.find((account) => account.uid === dataOwner && account.uid !== 0) ?? nobody,
    canRun,
    canEnter: (directory, { uid, gid }) => succeeds(["/bin/sh", "-c", 'cd "$0"', directory], { uid, gid }),
    canUseNamespace: (programs, account) =>
      process.platform === "linux" &&
      succeeds([...namespaceOf(account), join(programs, "bin", "postgres"), "--version"], {}),
    copyFor: async (programs, account) => {
      for (const parent of new Set([tmpdir(), "/var/tmp", "/var/lib"])) {
        const copy = await copyPrograms(programs, parent).catch(() => null); // not writable, or full: try the next
        if (copy !== null && canRun(copy, account)) return copy;
      }
      return null;
    },
  };
}

function canRun(programs: string, { uid, gid }: Account): boolean {
  return succeeds([join(programs, "bin", "postgres"), "--version"], { uid, gid });
}

function succeeds([program = "", ...args]: string[], options: SpawnOptions): boolean {
  return spawnSync(program, args, { ...options, env: CHILD_ENV, stdio: "ignore", cwd: "/" }).status === 0;
}

/** PostgreSQL's programs do not get our environment: it holds secrets, and PG* variables would affect them. */
const CHILD_ENV = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

export interface Command {
  file: string;
  args: string[];
  options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
}

/** The command line of one of PostgreSQL's programs, started inside data directory `directory`. */
export function commandFor(
  runner: Runner,
  program: "initdb" | "postgres",
  directory: string,
  args: string[],
): Command {
  const data = runner.dataThroughCwd ? "/proc/self/cwd" : directory;
  const [file = "", ...rest] = [...runner.wrap, join(runner.programs, "bin", program), ...args];
  const { uid, gid } = runner.owner;
  return {
    file,
    args: rest,
    options: {
      cwd: directory,
      env: { ...CHILD_ENV, PGDATA: data },
      ...(runner.becomesOwner ? { uid, gid } : {}),
    },
  };
}

function namespaceOf({ uid, gid }: Account): string[] {
  return ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`, "--"];
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false; // thrown for a uid without an entry in the user database
  }
}

function readAccounts(): Account[] {
  let passwd: string;
  try {
    passwd = readFileSync("/etc/passwd", "utf8");
  } catch {
    return [];
  }
  return passwd
    .split("\n")
    .filter((line) => line.includes(":") && !line.startsWith("#"))
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
