/**
 * What does this machine itself say about names?
 *
 * Its hosts file lists names with their addresses; resolv.conf says under which domains a short name is looked for; its
 * interfaces say whether IPv6 addresses are of any use. `names.ts` asks before each lookup. The parsers are pure. Files
 * are read again when they have changed, at most once a second, and synchronously: a read by promise would wait for
 * libuv's threads, and a name must never do that.
 */
import { readFileSync, statSync } from "node:fs";
import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

export interface NameFiles {
  hosts: string;
  resolvConf: string;
}

export const SYSTEM_FILES: NameFiles = { hosts: "/etc/hosts", resolvConf: "/etc/resolv.conf" };

const LOOK_EVERY_MS = 1_000;
/** As in glibc. */
const NDOTS_MOST = 15;

/** The domains that complete a short name. A name with fewer than `ndots` dots is looked for there first. */
export interface Search {
  domains: string[];
  ndots: number;
}

export interface SystemNames {
  hosts: ReadonlyMap<string, LookupAddress[]>;
  search: Search;
  hasIpv6: boolean;
  /** Changes with resolv.conf: its name servers may be others now. */
  edition: number;
}

export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) {
      const listed = hosts.get(name);
      if (listed) listed.push({ address, family });
      else hosts.set(name, [{ address, family }]);
    }
  }
  return hosts;
}

/** The last `search` or `domain` counts. */
export function parseSearch(text: string): Search {
  const search: Search = { domains: [], ndots: 1 };
  for (const line of text.split("\n")) {
    const [keyword, ...values] = line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/);
    if (keyword === "search") search.domains = values;
    if (keyword === "domain") search.domains = values.slice(0, 1);
    if (keyword !== "options") continue;
    const ndots = values.map((value) => /^ndots:(\d+)$/.exec(value)?.[1]).findLast(Boolean);
    if (ndots) search.ndots = Math.min(Number(ndots), NDOTS_MOST);
  }
  search.domains = search.domains.map((domain) => domain.replace(/\.$/, "")).filter(Boolean);
  return search;
}

/** The names to ask for, in order. A name that ends in a dot is complete. */
export function completions(name: string, { domains, ndots }: Search): string[] {
  if (name.endsWith(".")) return [name.slice(0, -1)];
  const completed = domains.map((domain) => `${name}.${domain}`);
  return name.split(".").length - 1 >= ndots ? [name, ...completed] : [...completed, name];
}

/** A link-local address reaches no destination. Null if the system does not say now: it needs a descriptor for that. */
function findIpv6(): boolean | null {
  try {
    return Object.values(networkInterfaces()).some((addresses) =>
      addresses?.some((one) => one.family === "IPv6" && !one.internal && !/^fe[89ab]/i.test(one.address)),
    );
  } catch {
    return null;
  }
}

/** Returns a function that reads what is new and returns what counts now. */
export function createSystemNames(files: NameFiles, nowMs: () => number): () => SystemNames {
  let names: SystemNames = { hosts: new Map(), search: parseSearch(""), hasIpv6: false, edition: 0 };
  const versions = { hosts: "", resolvConf: "" };
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Returns null if the file is as it was, or cannot be read now. */
  function textIfNew(file: keyof NameFiles): string | null {
    try {
      const { mtimeMs, ino, size } = statSync(files[file]);
      const version = `${mtimeMs} ${ino} ${size}`;
      if (version === versions[file]) return null;
      const text = readFileSync(files[file], "utf8");
      versions[file] = version;
      return text;
    } catch {
      return null; // there is no such file, or no descriptor left to open it: what was read before counts
    }
  }

  return () => {
    if (nowMs() - lookedAtMs < LOOK_EVERY_MS) return names;
    lookedAtMs = nowMs();
    const [hosts, resolvConf] = [textIfNew("hosts"), textIfNew("resolvConf")];
    names = {
      hosts: hosts === null ? names.hosts : parseHosts(hosts),
      search: resolvConf === null ? names.search : parseSearch(resolvConf),
      hasIpv6: findIpv6() ?? names.hasIpv6,
      edition: resolvConf === null ? names.edition : names.edition + 1,
    };
    return names;
  };
}
