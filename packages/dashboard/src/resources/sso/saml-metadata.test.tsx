import { expect, test } from "vitest";
import {
  certificatesIn,
  NO_CERTIFICATE,
  NO_REDIRECT,
  NOT_METADATA,
  readSamlMetadata,
  SEVERAL_PROVIDERS,
  WANTS_SIGNED_REQUESTS,
} from "./saml-metadata.ts";

const key = (use: string, base64: string) =>
  `<KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
const service = (binding: string, location: string) =>
  `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`;
const POST = service("HTTP-POST", "https://idp.example.com/post");
const REDIRECT = service("HTTP-Redirect", "https://idp.example.com/redirect?a=1&amp;b=2");
const metadata = (content: string, wants = "") =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com"><IDPSSODescriptor${wants} protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}</IDPSSODescriptor></EntityDescriptor>`;

const pem = (base64: string) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;

test("it finds the provider's name, where to sign in, and all certificates for signatures", () => {
  const keys = key(' use="signing"', "\nMIIA\n MIIB ") + key(' use="encryption"', "MIIX") + key("", "MIIC");

  expect(readSamlMetadata(metadata(keys + POST + REDIRECT))).toEqual({
    issuer: "https://idp.example.com",
    sign_in_url: "https://idp.example.com/redirect?a=1&b=2",
    certificates: `${pem("MIIAMIIB")}\n${pem("MIIC")}`,
  });
});

test("a prefix and a certificate that is there twice make no difference", () => {
  const plain = metadata(key("", "MIIA") + key("", "MIIA") + REDIRECT);
  const prefixed = plain
    .replaceAll(/<(\/?)(EntityDescriptor|IDPSSODescriptor|KeyDescriptor|SingleSignOnService)/g, "<$1md:$2")
    .replace("xmlns=", "xmlns:md=");

  expect(readSamlMetadata(prefixed)).toEqual(readSamlMetadata(plain));
  expect(readSamlMetadata(plain)).toMatchObject({ certificates: pem("MIIA") });
});

test.each([
  ["no XML", "https://idp.example.com/metadata", NOT_METADATA],
  ["XML that does not end", "<EntityDescriptor>", NOT_METADATA],
  ["metadata of a service", metadata("").replaceAll("IDPSSO", "SPSSO"), NOT_METADATA],
  ["no name", metadata(key("", "MIIA") + REDIRECT).replace("https://idp.example.com", " "), NOT_METADATA],
  [
    "a federation",
    `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${[1, 2].map(() => metadata(REDIRECT).slice(21)).join("")}</EntitiesDescriptor>`,
    SEVERAL_PROVIDERS,
  ],
  ["HTTP-POST alone", metadata(key("", "MIIA") + POST), NO_REDIRECT],
  ["no certificate", metadata(key(' use="encryption"', "MIIX") + REDIRECT), NO_CERTIFICATE],
  [
    "a wish for signed requests",
    metadata(key("", "MIIA") + REDIRECT, ' WantAuthnRequestsSigned="true"'),
    WANTS_SIGNED_REQUESTS,
  ],
])("%s is refused, with what to do", (_what, xml, sentence) => {
  expect(readSamlMetadata(xml)).toBe(sentence);
});

test("certificates are told apart, also one without its first and last line", () => {
  expect(certificatesIn(`${pem("MIIA")}\n${pem("MIIB")}\n`)).toEqual([pem("MIIA"), pem("MIIB")]);
  expect(certificatesIn(" MIIA\n ")).toEqual(["MIIA"]);
  expect(certificatesIn(`${pem("MIIA")}\nnonsense`)).toEqual([pem("MIIA"), "nonsense"]);
  expect(certificatesIn(" ")).toEqual([]);
});
