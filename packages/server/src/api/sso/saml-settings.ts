/** Can these settings of a SAML provider be saved, and does the last test still count with them? */
import type { BodyOf } from "@posthorn/contract/endpoint";
import type { saveSaml } from "@posthorn/contract/sso";
import * as texts from "@posthorn/contract/sso-texts";
import { certificateIn, certificateOf, isKeyAccepted } from "../../access/saml-certificate.ts";
import { isWebUrl } from "../../access/sso-urls.ts";
import type { SamlConnectionRow } from "../../store/sso-connections.ts";
import { invalid } from "../validation.ts";

type Settings = Pick<SamlConnectionRow, "issuer" | "sign_in_url" | "certificates" | "default_role">;

/** As they are stored. Complaints name the field, so that the form shows them there. */
export function samlSettings(body: BodyOf<typeof saveSaml>, isHttpAllowed: boolean): Settings {
  const sign_in_url = body.sign_in_url.trim();
  if (!isWebUrl(sign_in_url, isHttpAllowed)) throw refused("sign_in_url", texts.SAML_URL_NOT_VALID);
  const certificates: string[] = [];
  for (const [at, pasted] of body.certificates.entries()) {
    const field = `certificates[${at}]`;
    const pem = certificateIn(pasted);
    if (pem === null) throw refused(field, texts.SAML_CERTIFICATE_NOT_READABLE);
    if (!isKeyAccepted(pem)) throw refused(field, texts.SAML_KEY_NOT_ACCEPTED);
    if (certificates.includes(pem)) throw refused(field, texts.SAML_CERTIFICATE_TWICE);
    certificates.push(pem);
  }
  return { issuer: body.issuer.trim(), sign_in_url, certificates, default_role: body.default_role };
}

function refused(field: string, text: string) {
  return invalid(`${field} cannot be used: ${text}`);
}

/**
 * A new certificate is added while people sign in with the present one. So the test counts until that one is removed. The same
 * settings keep what they have, also a test that is under way.
 */
export function isStillTested(before: SamlConnectionRow, now: Settings): boolean {
  if (before.issuer !== now.issuer || before.sign_in_url !== now.sign_in_url) return false;
  const { certificates } = now;
  if (certificates.join("") === before.certificates.join("")) return true;
  return certificates.some((pem) => certificateOf(pem).fingerprint === before.tested_certificate);
}
