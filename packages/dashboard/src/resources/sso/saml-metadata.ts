/**
 * What do the metadata of a SAML provider say, as an owner pastes them?
 *
 * The browser reads them, and the form shows what it has found. The server checks what is saved, wherever it comes from.
 */

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

export interface SamlMetadata {
  issuer: string;
  sign_in_url: string;
  /** PEM, one after the other. */
  certificates: string;
}

export const NOT_METADATA =
  "This is not the metadata of a SAML identity provider. Paste the whole XML document, from <EntityDescriptor to the end.";
export const SEVERAL_PROVIDERS =
  "These metadata have several identity providers. Paste the part of yours, from <EntityDescriptor to </EntityDescriptor>.";
export const NO_REDIRECT =
  "This provider offers no sign-in with HTTP-Redirect, which Posthorn needs. Allow it there, then paste the metadata again.";
export const NO_CERTIFICATE =
  "These metadata have no signing certificate. Let the provider sign, or paste its certificate below.";
export const WANTS_SIGNED_REQUESTS =
  "This provider wants signed requests, which Posthorn does not send. Turn that off there, then paste the metadata again.";

/** Returns a sentence if they cannot be used. */
export function readSamlMetadata(xml: string): SamlMetadata | string {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  const roles = [...document.getElementsByTagNameNS(METADATA, "IDPSSODescriptor")];
  const [role] = roles;
  if (!role || document.querySelector("parsererror") !== null) return NOT_METADATA;
  if (roles.length > 1) return SEVERAL_PROVIDERS;
  const issuer = role.closest("EntityDescriptor")?.getAttribute("entityID")?.trim() ?? "";
  if (issuer === "") return NOT_METADATA;
  if (role.getAttribute("WantAuthnRequestsSigned") === "true") return WANTS_SIGNED_REQUESTS;
  const services = [...role.getElementsByTagNameNS(METADATA, "SingleSignOnService")];
  const sign_in_url = services
    .find((service) => service.getAttribute("Binding") === REDIRECT)
    ?.getAttribute("Location")
    ?.trim();
  if (sign_in_url === undefined || sign_in_url === "") return NO_REDIRECT;
  const signing = [...role.getElementsByTagNameNS(METADATA, "KeyDescriptor")].filter(
    (key) => key.getAttribute("use") !== "encryption",
  );
  const found = signing
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(SIGNATURE, "X509Certificate")))
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ""));
  if (found.length === 0) return NO_CERTIFICATE;
  return { issuer, sign_in_url, certificates: [...new Set(found)].map(pemOf).join("\n") };
}

function pemOf(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"].join("\n");
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Of a field that has any number of them. One without first and last line is one, too. */
export function certificatesIn(text: string): string[] {
  const blocks = text.match(PEM) ?? [];
  const rest = text.replaceAll(PEM, "").trim();
  return rest === "" ? blocks : [...blocks, rest];
}
