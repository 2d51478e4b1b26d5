/**
 * Which key is in a certificate of a SAML provider, and can it be used?
 *
 * Only the key counts: the owner has said that it is the provider's. So nobody asks who has issued the certificate, and when it
 * expires is shown, but not enforced. Otherwise people would be locked out at midnight with a key that is as good as before.
 */
import { X509Certificate } from "node:crypto";

const RSA_MIN_BITS = 2048;
const ARMOUR = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----$/;

export interface ReadCertificate {
  /** PEM of the public key. */
  key: string;
  /** `AB:CD:…`, of its SHA-256. */
  fingerprint: string;
  expires_at: string;
}

/** As it is stored, from what an owner pastes: with or without the first and last line. Null: it is no certificate. */
export function certificateIn(pasted: string): string | null {
  const text = pasted.trim();
  const base64 = (ARMOUR.exec(text)?.[1] ?? text).replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return null;
  try {
    return new X509Certificate(Buffer.from(base64, "base64")).toString();
  } catch {
    return null;
  }
}

export function isKeyAccepted(pem: string): boolean {
  const { publicKey } = new X509Certificate(pem);
  return (
    publicKey.asymmetricKeyType === "rsa" &&
    (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_MIN_BITS
  );
}

export function certificateOf(pem: string): ReadCertificate {
  const certificate = new X509Certificate(pem);
  return {
    key: certificate.publicKey.export({ type: "spki", format: "pem" }).toString(),
    fingerprint: certificate.fingerprint256,
    expires_at: new Date(certificate.validTo).toISOString(),
  };
}
