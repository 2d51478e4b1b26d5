/**
 * What does DNS say about a name, in records that are no addresses for us to dial?
 *
 * Proofs of domains ask. Each question has a deadline, and nothing is remembered: the person who waits for the answer has
 * just changed the record. An empty list is a name server's word that there is no such record; null means that none
 * answered.
 */
import { promises as dns } from "node:dns";

const REPEAT_AFTER_MS = 1_500;
const TRIES = 2;
const WITHIN_MS = 5_000;

/** Answers by which a name server says that there is no such record. */
const SAYS_NONE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

export interface DnsRecords {
  /** The parts of a long text come as one. */
  textsOf: (name: string) => Promise<string[] | null>;
  /** In small letters, without the dot at the end. */
  aliasesOf: (name: string) => Promise<string[] | null>;
  addressesOf: (name: string) => Promise<string[] | null>;
}

export interface DnsRecordsSettings {
  /** As `address` or `address:port`. None: those of the system. */
  servers?: readonly string[];
  withinMs?: number;
}

export function createDnsRecords({
  servers = [],
  withinMs = WITHIN_MS,
}: DnsRecordsSettings = {}): DnsRecords {
  async function asked(ask: (resolver: dns.Resolver) => Promise<string[]>): Promise<string[] | null> {
    // A new one each time reads the system's name servers as they are now.
    const resolver = new dns.Resolver({ timeout: REPEAT_AFTER_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      resolver.cancel();
      late.resolve(null); // the library may not answer even now
    }, withinMs);
    try {
      return await Promise.race([ask(resolver), late.promise]);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      return SAYS_NONE.has(code) ? [] : null;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    textsOf: (name) =>
      asked(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
    aliasesOf: (name) =>
      asked(async (resolver) =>
        (await resolver.resolveCname(name)).map((alias) => alias.toLowerCase().replace(/\.$/, "")),
      ),
    async addressesOf(name) {
      const [v4, v6] = await Promise.all([
        asked((resolver) => resolver.resolve4(name)),
        asked((resolver) => resolver.resolve6(name)),
      ]);
      if (v4 === null && v6 === null) return null;
      const found = [...(v4 ?? []), ...(v6 ?? [])];
      return found.length === 0 && (v4 === null || v6 === null) ? null : found;
    },
  };
}
