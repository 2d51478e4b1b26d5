/**
 * Which addresses does a name have?
 *
 * The dialer asks before each new connection. `dns.lookup` would ask on libuv's four threads, which the whole process
 * shares: a few names whose name server is silent would stop every other lookup. So the queries here are Node's own
 * (c-ares), which wait on sockets and on no thread. There is one lookup per name at a time, shared by all that wait for
 * it. It has a deadline of its own, and its answer is remembered as long as its records may be. Addresses are not
 * checked here: the dialer checks each of them right before it connects, remembered or not.
 * docs/decisions/0019-names-are-resolved-off-the-threads.md says what counts as a name.
 */
import { type LookupAddress, promises as dns } from "node:dns";
import { setTimeout as pause } from "node:timers/promises";
import { type NameFiles, SYSTEM_FILES, completions, createSystemNames } from "./system-names.ts";

/** A resolver that needs longer than this for one name has lost it; an attempt has 60 seconds in all. */
const LOOKUP_WITHIN_MS = 5_000;
/** The first query of a lookup is repeated after this time, the next ones later. */
const REPEAT_AFTER_MS = 1_000;
const TRIES = 4;
const ASK_AGAIN_MS = 100;
/** Some records may not be remembered at all. A second is enough to share a lookup among connections. */
const REMEMBERED_LEAST_MS = 1_000;
/** Some may be remembered for days. Then a name server that corrects a mistake would not be heard. */
const REMEMBERED_MOST_MS = 5 * 60_000;
/** A person who has just corrected a record does not want to wait long. */
const FAILURE_REMEMBERED_MS = 5_000;
/** Some hundred bytes each. */
const NAMES_MOST = 10_000;

/** Answers after which the next completion of the name may still exist. */
const SAYS_NO: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "ESERVFAIL", "EREFUSED", "EBADNAME"]);

const LOOPBACK: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** The message has no address of a name server, because a tenant may see it. */
class NameNotResolvedError extends Error {
  readonly code = "NAME_NOT_RESOLVED";
  constructor(cause: unknown) {
    super("The name of the destination could not be resolved", { cause });
  }
}

export interface NamesSettings {
  /** `address:port`; by default those of resolv.conf. */
  nameServers?: readonly string[];
  files?: NameFiles;
  lookupWithinMs?: number;
  namesMost?: number;
  nowMs?: () => number;
}

export interface Names {
  addressesOf: (name: string) => Promise<LookupAddress[]>;
  close: () => void;
}

interface Found {
  addresses: LookupAddress[];
  lifeMs: number;
}

interface Refused {
  refusal: unknown;
}

interface Remembered {
  addresses: Promise<LookupAddress[]>;
  /** Infinite while the lookup is under way. */
  untilMs: number;
}

export function createNames({
  nameServers,
  files = SYSTEM_FILES,
  lookupWithinMs = LOOKUP_WITHIN_MS,
  namesMost = NAMES_MOST,
  nowMs = () => performance.now(),
}: NamesSettings = {}): Names {
  const remembered = new Map<string, Remembered>();
  const systemNames = createSystemNames(files, nowMs);
  /** Each ends one lookup. */
  const underWay = new Set<(reason: Error) => void>();
  let resolver = newResolver();
  let edition = systemNames().edition;

  function newResolver(): dns.Resolver {
    const made = new dns.Resolver({ timeout: REPEAT_AFTER_MS, tries: TRIES });
    if (nameServers) made.setServers(nameServers);
    return made;
  }

  function present(): ReturnType<typeof systemNames> {
    const names = systemNames();
    if (names.edition !== edition) {
      edition = names.edition;
      resolver = newResolver(); // reads resolv.conf; queries of the earlier one still end
    }
    return names;
  }

  function addressesOf(name: string): Promise<LookupAddress[]> {
    const known = remembered.get(name);
    if (known && nowMs() < known.untilMs) return known.addresses;
    const life = { untilMs: Number.POSITIVE_INFINITY };
    const lookup: Remembered = Object.assign(life, { addresses: addressesFor(name, life) });
    remembered.delete(name); // so that the newest is the last one
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= namesMost) remembered.delete(oldest);
    remembered.set(name, lookup);
    return lookup.addresses;
  }

  async function addressesFor(name: string, life: { untilMs: number }): Promise<LookupAddress[]> {
    try {
      const { addresses, lifeMs } = await lookUp(name.toLowerCase());
      life.untilMs = nowMs() + Math.min(Math.max(lifeMs, REMEMBERED_LEAST_MS), REMEMBERED_MOST_MS);
      return addresses;
    } catch (error) {
      life.untilMs = nowMs() + FAILURE_REMEMBERED_MS;
      throw new NameNotResolvedError(error);
    }
  }

  async function lookUp(name: string): Promise<Found> {
    const { hosts, search, hasIpv6 } = present();
    const bare = name.replace(/\.$/, "");
    const listed = hosts.get(bare);
    if (listed) return { addresses: listed, lifeMs: 0 };
    if (/(^|\.)localhost$/.test(bare)) return { addresses: LOOPBACK, lifeMs: 0 }; // RFC 6761
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("No name server answered in time")), lookupWithinMs);
    underWay.add(late.reject);
    try {
      return await firstCompletion(completions(name, search), hasIpv6, late.promise);
    } finally {
      clearTimeout(timer);
      underWay.delete(late.reject);
    }
  }

  async function firstCompletion(asked: string[], hasIpv6: boolean, late: Promise<never>): Promise<Found> {
    let refusal: unknown;
    for (const name of asked) {
      const answer = await answerFor(name, hasIpv6, late);
      if ("addresses" in answer) return answer;
      ({ refusal } = answer);
    }
    throw refusal;
  }

  /**
   * Asks until a name server says yes or no. Without an answer there may be no name server at this moment, because it
   * starts anew, or no descriptor for a socket to it.
   */
  async function answerFor(name: string, hasIpv6: boolean, late: Promise<never>): Promise<Found | Refused> {
    for (;;) {
      const answers = await Promise.allSettled(
        queries(name, hasIpv6).map((query) => Promise.race([query, late])),
      );
      const records = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      if (records.length > 0) {
        const addresses = records.map(({ address, family }) => ({ address, family }));
        return { addresses, lifeMs: Math.min(...records.map(({ ttl }) => ttl)) * 1_000 };
      }
      const reasons = answers.map((answer) => (answer.status === "rejected" ? answer.reason : null));
      if (reasons.every(isRefusal)) return { refusal: reasons[0] };
      await Promise.race([pause(ASK_AGAIN_MS), late]);
    }
  }

  /** IPv6 first, as the system's own resolver sorts them; Node's sockets then try both families in turn. */
  function queries(
    name: string,
    hasIpv6: boolean,
  ): Promise<{ address: string; family: 4 | 6; ttl: number }[]>[] {
    const v4 = resolver
      .resolve4(name, { ttl: true })
      .then((records) => records.map((record) => ({ ...record, family: 4 as const })));
    if (!hasIpv6) return [v4];
    const v6 = resolver
      .resolve6(name, { ttl: true })
      .then((records) => records.map((record) => ({ ...record, family: 6 as const })));
    return [v6, v4];
  }

  function close(): void {
    for (const end of underWay) end(new Error("No more names are resolved"));
    resolver.cancel();
  }

  return { addressesOf, close };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && SAYS_NO.has(String(error.code));
}
