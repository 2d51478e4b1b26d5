/** What do we tell a SAML provider: with which request does a sign-on begin, and what are our metadata? */
import type { SamlClient } from "./sso-provider.ts";
import type { SsoUrls } from "./sso-urls.ts";

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
const FORMATS = [
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
];

/** Providers choose the format of the name ID by their own settings: several refuse a request that names one. */
export function samlRequest(
  { sign_in_url, redirect_url, entity_id }: Pick<SamlClient, "sign_in_url" | "redirect_url" | "entity_id">,
  id: string,
  now: Date,
): string {
  return `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${escaped(id)}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escaped(sign_in_url)}" ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escaped(redirect_url)}"><saml:Issuer>${escaped(entity_id)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`;
}

export function samlMetadata({ redirect_url, entity_id }: SsoUrls): string {
  const formats = FORMATS.map((format) => `    <NameIDFormat>${format}</NameIDFormat>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${METADATA}" entityID="${escaped(entity_id)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
${formats}
    <AssertionConsumerService Binding="${POST}" Location="${escaped(redirect_url)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
