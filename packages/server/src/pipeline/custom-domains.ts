/**
 * Which project may be reached under a host name, and under which host name is a project reached?
 *
 * All custom domains, in memory: ingest decides for each request, and every source that the API or a transformation sees
 * has its URL from here. Names that no project has claimed are no business of this file: an operator may have several. The
 * routing table reads this again when the database announces a change.
 */
import type { KnownDomain } from "../store/custom-domains.ts";

export interface CustomDomains {
  /**
   * Whether requests with this Host header may reach sources of the project. A host that nobody has claimed may reach
   * all, and an active domain those of its project. A claim that is not proven closes only the claimant's own sources:
   * operators have names that Posthorn does not know, and nobody may close one of them by claiming it.
   */
  mayReach: (host: string | undefined, teamKey: string) => boolean;
  /** The name in this Host header if some project has claimed it, proven or not. */
  claimed: (host: string | undefined) => string | null;
  /** Where senders reach the sources of this project, without a slash at the end. */
  ingestUrlOf: (teamKey: string) => string;
  /** Takes what the database has now, and returns the projects that are reached elsewhere than before. */
  replace: (domains: readonly KnownDomain[]) => ReadonlySet<string>;
}

/**
 * `ingestUrl` is where the sources of all projects are reached. `httpsPort` is where Posthorn itself ends TLS for custom
 * domains; null: the operator's proxy does.
 */
export function createCustomDomains(ingestUrl: string, httpsPort: number | null): CustomDomains {
  let byHostname: ReadonlyMap<string, KnownDomain> = new Map();
  let urls: ReadonlyMap<string, string> = new Map();

  return {
    mayReach(host, teamKey) {
      if (byHostname.size === 0 || host === undefined) return true;
      const domain = byHostname.get(hostnameIn(host));
      return domain === undefined || domain.is_active === (domain.team_id === teamKey);
    },
    claimed: (host) => (host === undefined ? null : (byHostname.get(hostnameIn(host))?.hostname ?? null)),
    ingestUrlOf: (teamKey) => urls.get(teamKey) ?? ingestUrl,
    replace(domains) {
      const before = urls;
      byHostname = new Map(domains.map((domain) => [domain.hostname, domain]));
      // The newest active one counts: later entries replace earlier ones.
      urls = new Map(
        domains
          .filter(({ is_active, has_certificate }) => is_active && (httpsPort === null || has_certificate))
          .map(({ team_id, hostname }) => [
            team_id,
            httpsPort === null ? withHostname(ingestUrl, hostname) : atPort(hostname, httpsPort),
          ]),
      );
      const teams = new Set([...before.keys(), ...urls.keys()]);
      return new Set([...teams].filter((team) => before.get(team) !== urls.get(team)));
    },
  };
}

/** Without the port and the dot at the end, in small letters. */
function hostnameIn(host: string): string {
  const colon = host.indexOf(":");
  const name = colon < 0 ? host : host.slice(0, colon);
  return (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
}

/** A URL has no port where it is the usual one. */
function atPort(hostname: string, port: number): string {
  return new URL(`https://${hostname}:${port}/`).origin;
}

/** The same scheme, port and path: the same server, or the operator's proxy, answers for both names. */
function withHostname(ingestUrl: string, hostname: string): string {
  const url = new URL(ingestUrl);
  url.hostname = hostname;
  return url.href.replace(/\/+$/, "");
}
