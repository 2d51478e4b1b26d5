/**
 * How does an organization's identity provider say who somebody is with SAML 2.0?
 *
 * The Web Browser SSO profile, always begun by us: the browser takes a request to the provider, and the provider lets it post
 * the answer to our address. The request's ID is made of a secret of this browser, so an answer counts for the sign-on that
 * asked for it, and for no other. The XML and its library are loaded with the first answer (saml-answer.ts).
 */
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { SAML_ANSWER_MAX_BYTES } from "@posthorn/contract/limits";
import { SamlFault, UNREADABLE } from "./saml-fault.ts";
import { samlRequest } from "./saml-documents.ts";
import type { SamlClient, SsoProtocol, SsoProvidersDeps, SsoSecrets } from "./sso-provider.ts";

const SECRET_BYTES = 32;
const deflated = promisify(deflateRaw);

const secret = () => randomBytes(SECRET_BYTES).toString("base64url");

/** An XML ID begins with a letter or an underscore. */
function requestIdOf({ nonce }: Pick<SsoSecrets, "nonce">): string {
  return `_${nonce}`;
}

export function createSaml({ log }: Pick<SsoProvidersDeps, "log">): SsoProtocol<SamlClient> {
  return {
    async begin(client) {
      const secrets: SsoSecrets = { state: secret(), nonce: secret(), verifier: null };
      const request = samlRequest(client, requestIdOf(secrets), new Date());
      const url = new URL(client.sign_in_url);
      url.searchParams.set("SAMLRequest", (await deflated(request)).toString("base64"));
      url.searchParams.set("RelayState", secrets.state);
      return { url: url.href, secrets };
    },

    async finish(client, secrets, answer) {
      const encoded = answer.get("SAMLResponse") ?? "";
      const { readSamlAnswer } = await import("./saml-answer.ts");
      try {
        if (encoded.length > SAML_ANSWER_MAX_BYTES) throw new SamlFault(UNREADABLE, "too long");
        return readSamlAnswer(encoded, { ...client, request_id: requestIdOf(secrets), now: Date.now() });
      } catch (error) {
        // What a parser cannot take, such as elements in elements without end, is no failure of ours.
        const { refused, message: reason } =
          error instanceof SamlFault ? error : new SamlFault(UNREADABLE, "not readable");
        const about = { organization_id: client.organization_id, step: "sign-on" };
        log.info("sso.provider_refused", { ...about, code: refused.code, reason });
        return { refused };
      }
    },
  };
}
