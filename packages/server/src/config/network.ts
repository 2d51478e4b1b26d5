/** Where does Posthorn listen, under which names is it reached, and what may it reach itself? */
import { hostOf, isAddress, isHostName, isLoopback, isNameServer, isRange } from "./addresses.ts";
import { type Reading, oneOf } from "./reading.ts";

export interface NetworkConfig {
  host: string;
  port: number;
  ingestPort: number;
  /** The base of links and source URLs, without a trailing slash. */
  publicUrl: string;
  ingestUrl: string;
  /** The name, or the address, to which custom domains must lead; in small letters. */
  domainTarget: string;
  /** The name servers that are asked about custom domains, as address or address:port. Empty: those of the system. */
  dnsServers: readonly string[];
  /** CIDR ranges that deliveries may reach although they are not public. */
  egressAllow: readonly string[];
  /** Names under which the dashboard's port may be reached, besides the public URL's; in small letters. */
  allowedHosts: readonly string[];
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  /** Whether Posthorn may fetch the keys of providers, and confirm their subscriptions. */
  providerFetches: boolean;
}

const LOOPBACK_RANGES = ["127.0.0.0/8", "::1/128"];

export function readNetwork({ text, list, port, url, mistakes }: Reading): NetworkConfig {
  const host = text("POSTHORN_HOST") ?? "127.0.0.1";
  const apiPort = port("POSTHORN_PORT", 4400);
  const ingestPort = port("POSTHORN_INGEST_PORT", 4401);
  if (apiPort === ingestPort && apiPort !== 0)
    mistakes.push(
      "POSTHORN_PORT and POSTHORN_INGEST_PORT must differ: senders never share an origin with the dashboard",
    );

  const publicUrl = url("POSTHORN_PUBLIC_URL", `http://${linkHostOf(host)}:${apiPort}`);
  const ingestUrl = url("POSTHORN_INGEST_URL", `http://${linkHostOf(host)}:${ingestPort}`);
  const domainTarget = text("POSTHORN_DOMAIN_TARGET")?.toLowerCase().replace(/\.$/, "") ?? hostOf(ingestUrl);
  if (!isHostName(domainTarget) && !isAddress(domainTarget))
    mistakes.push(
      `POSTHORN_DOMAIN_TARGET must be a host name or an address, without scheme and port, not "${domainTarget}"`,
    );
  const dnsServers = list("POSTHORN_DNS_SERVERS");
  for (const server of dnsServers) {
    if (!isNameServer(server))
      mistakes.push(
        `POSTHORN_DNS_SERVERS must list addresses of name servers, such as 9.9.9.9 or 127.0.0.1:5353, not "${server}"`,
      );
  }
  const allowedHosts = list("POSTHORN_ALLOWED_HOSTS").map((name) => name.toLowerCase());
  for (const name of allowedHosts) {
    if (!isHostName(name))
      mistakes.push(
        `POSTHORN_ALLOWED_HOSTS must list host names without scheme and port, such as posthorn.internal, not "${name}"`,
      );
  }
  const ranges = (name: string): string[] => {
    const listed = list(name);
    for (const range of listed)
      if (!isRange(range)) mistakes.push(`${name} must list addresses or CIDR ranges, not "${range}"`);
    return listed;
  };
  const egress = ranges("POSTHORN_EGRESS_ALLOW");
  const trustedProxies = ranges("POSTHORN_TRUSTED_PROXIES");
  const fetches = text("POSTHORN_PROVIDER_FETCHES")?.toLowerCase() ?? "on";
  const providerFetches = oneOf(
    ["on", "off"],
    fetches,
    "on",
    () => `POSTHORN_PROVIDER_FETCHES must be on or off, not "${fetches}"`,
    mistakes,
  );
  return {
    host,
    port: apiPort,
    ingestPort,
    publicUrl,
    ingestUrl,
    domainTarget,
    dnsServers,
    egressAllow: egress.length > 0 ? egress : isLoopback(host) ? LOOPBACK_RANGES : [],
    allowedHosts,
    trustedProxies,
    providerFetches: providerFetches === "on",
  };
}

/** How a URL names the host at which we listen. */
export function linkHostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
