/**
 * What must an organization's identity provider know of us, and at which addresses may it be?
 *
 * Both of our addresses are public, and depend on nothing but the organization.
 */
import { publicId } from "@posthorn/contract/ids";

export interface SsoUrls {
  /** Where the provider sends people back to. SAML calls it the assertion consumer service (ACS) URL. */
  redirect_url: string;
  /** What we are called at a SAML provider: the address of our metadata, as is usual. */
  entity_id: string;
}

export function ssoUrlsOf(publicUrl: string, organization_id: string): SsoUrls {
  const redirect_url = `${publicUrl.replace(/\/$/, "")}/sso/${publicId("organization", organization_id)}`;
  return { redirect_url, entity_id: `${redirect_url}/metadata` };
}

/** An https address, or http where Posthorn itself is reached without TLS. */
export function isWebUrl(text: string | undefined, isHttpAllowed: boolean): boolean {
  if (text === undefined || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  const isWeb = protocol === "https:" || (protocol === "http:" && isHttpAllowed);
  return isWeb && username === "" && password === "" && hash === "";
}
