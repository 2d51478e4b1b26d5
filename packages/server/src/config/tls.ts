/** Where does TLS end, and who has the certificates: Posthorn itself, or the operator's proxy? */
import { hostOf, isAddress } from "./addresses.ts";
import type { NetworkConfig } from "./network.ts";
import type { Environment, Reading } from "./reading.ts";

export interface EncryptionConfig {
  /** Posthorn orders the certificates of custom domains. Null: the operator's proxy has them. */
  certificates: CertificatesConfig | null;
  /** TLS ends here for the dashboard and for source URLs. Null: the operator's proxy does that, or nothing. */
  tls: TlsConfig | null;
}

export interface CertificatesConfig {
  /** Of the certificate authority, as RFC 8555 has it. */
  directoryUrl: string;
  /** Where the authority writes to the operator. */
  email: string | null;
  /** How names are proven to the authority. */
  challenge: "http-01" | "dns-01";
  /** Publishes records for dns-01, and sees of the environment what is not a setting of Posthorn. */
  dnsHook: { command: string; environment: Readonly<Record<string, string>> } | null;
  /** Where TLS of custom domains ends. */
  port: number;
  /** The port that their URLs name. */
  publicPort: number;
}

export interface TlsConfig {
  /** Where TLS ends for all names. */
  port: number;
  /** The operator's certificate for both own names. Null: Posthorn orders one for each. */
  files: { cert: string; key: string } | null;
}

const LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";
const EMAIL = /^[^\s@,?&]+@[^\s@,?&]+$/;
const HTTPS_PORT = 443;

/** `taken` are the ports that something else of ours has. */
export function readEncryption(
  reading: Reading,
  network: Pick<NetworkConfig, "publicUrl" | "ingestUrl">,
  taken: readonly (number | null)[],
): EncryptionConfig {
  const ofDomains = readCertificates(reading);
  const tls = readTls(reading, { ...network, hasAcme: ofDomains !== null });
  // One port for all names: on the internet there is one 443.
  const publicPort = Number(new URL(network.ingestUrl).port) || HTTPS_PORT;
  const certificates = ofDomains && tls ? { ...ofDomains, port: tls.port, publicPort } : ofDomains;
  const tlsPort = tls?.port ?? certificates?.port ?? 0;
  if (tlsPort !== 0 && taken.includes(tlsPort))
    reading.mistakes.push(
      `${tls ? "POSTHORN_TLS_PORT" : "POSTHORN_INGEST_TLS_PORT"} must differ from POSTHORN_PORT, POSTHORN_INGEST_PORT and POSTHORN_METRICS_PORT`,
    );
  return { certificates, tls };
}

const OF_CERTIFICATES = [
  "POSTHORN_ACME_DIRECTORY_URL",
  "POSTHORN_ACME_EMAIL",
  "POSTHORN_ACME_TERMS_AGREED",
  "POSTHORN_ACME_CHALLENGE",
  "POSTHORN_ACME_DNS_HOOK",
  "POSTHORN_INGEST_TLS_PORT",
  "POSTHORN_INGEST_TLS_PUBLIC_PORT",
] as const;

function readCertificates(reading: Reading): CertificatesConfig | null {
  const { text, url, port, mistakes, environment } = reading;
  const kind = text("POSTHORN_CERTIFICATES")?.toLowerCase() ?? "off";
  if (kind !== "acme") {
    if (kind !== "off") mistakes.push(`POSTHORN_CERTIFICATES must be acme or off, not "${kind}"`);
    for (const name of OF_CERTIFICATES)
      if (kind === "off" && text(name) !== null) mistakes.push(`${name} needs POSTHORN_CERTIFICATES=acme`);
    return null;
  }
  const email = text("POSTHORN_ACME_EMAIL");
  if (email !== null && !EMAIL.test(email))
    mistakes.push(`POSTHORN_ACME_EMAIL must be one email address, not "${email}"`);
  if (text("POSTHORN_ACME_TERMS_AGREED")?.toLowerCase() !== "yes")
    mistakes.push(
      "POSTHORN_ACME_TERMS_AGREED must be yes with POSTHORN_CERTIFICATES=acme, after you have read the terms of the certificate authority: Posthorn agrees to them in your name",
    );
  const challenge = text("POSTHORN_ACME_CHALLENGE")?.toLowerCase() ?? "http-01";
  const command = text("POSTHORN_ACME_DNS_HOOK");
  if (challenge !== "http-01" && challenge !== "dns-01")
    mistakes.push(`POSTHORN_ACME_CHALLENGE must be http-01 or dns-01, not "${challenge}"`);
  if (challenge === "dns-01" && command === null)
    mistakes.push(
      "POSTHORN_ACME_DNS_HOOK is required with POSTHORN_ACME_CHALLENGE=dns-01: the path of a command that publishes a TXT record",
    );
  const tlsPort = port("POSTHORN_INGEST_TLS_PORT", 4402);
  return {
    directoryUrl: url("POSTHORN_ACME_DIRECTORY_URL", LETS_ENCRYPT),
    email,
    challenge: challenge === "dns-01" ? "dns-01" : "http-01",
    dnsHook: command === null ? null : { command, environment: withoutSettings(environment) },
    port: tlsPort,
    publicPort: port("POSTHORN_INGEST_TLS_PUBLIC_PORT", tlsPort),
  };
}

function readTls(
  { text, port, mistakes }: Reading,
  { publicUrl, ingestUrl, hasAcme }: { publicUrl: string; ingestUrl: string; hasAcme: boolean },
): TlsConfig | null {
  const kind = text("POSTHORN_TLS")?.toLowerCase() ?? "off";
  const cert = text("POSTHORN_TLS_CERT");
  const key = text("POSTHORN_TLS_KEY");
  if (!["off", "files", "acme"].includes(kind))
    mistakes.push(`POSTHORN_TLS must be files, acme or off, not "${kind}"`);
  if (kind === "files" ? cert === null || key === null : cert !== null || key !== null)
    mistakes.push(
      "POSTHORN_TLS=files, POSTHORN_TLS_CERT and POSTHORN_TLS_KEY go together: the paths of a certificate and its key",
    );
  if (kind !== "files" && kind !== "acme") {
    if (kind === "off" && text("POSTHORN_TLS_PORT") !== null)
      mistakes.push("POSTHORN_TLS_PORT needs POSTHORN_TLS=files or acme");
    return null;
  }
  if (kind === "acme" && !hasAcme)
    mistakes.push("POSTHORN_TLS=acme needs POSTHORN_CERTIFICATES=acme, which orders the certificates");
  for (const name of ["POSTHORN_INGEST_TLS_PORT", "POSTHORN_INGEST_TLS_PUBLIC_PORT"])
    if (text(name) !== null)
      mistakes.push(`${name} does not go with POSTHORN_TLS: all names share POSTHORN_TLS_PORT`);
  const hosts = [publicUrl, ingestUrl].map(hostOf);
  const areHttps = [publicUrl, ingestUrl].every((base) => new URL(base).protocol === "https:");
  if (!areHttps || hosts[0] === hosts[1] || hosts.some((host) => isAddress(host)))
    mistakes.push(
      "POSTHORN_TLS needs POSTHORN_PUBLIC_URL and POSTHORN_INGEST_URL, both with https and with different host names: the name decides who answers",
    );
  return {
    port: port("POSTHORN_TLS_PORT", 4402),
    files: cert !== null && key !== null ? { cert, key } : null,
  };
}

/** Our settings have the master key and other secrets. */
function withoutSettings(environment: Environment): Record<string, string> {
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !name.startsWith("POSTHORN_")) others[name] = value;
  return others;
}
