/**
 * How does what a SAML provider has to say reach the dashboard, and what do we tell the provider?
 *
 * A provider lets the browser post a form to our address, from a page of the provider. With that request the browser sends
 * none of our cookies, which are strict, and nothing is decided or kept here. The answer is the dashboard's page with the form
 * in it. It is a page of ours, so the call with which it finishes the sign-on carries the cookies (access/sso-routes.ts).
 * Anybody can post anything here, and gets it back: so only the two fields pass, of letters that mean nothing in HTML.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { internalId } from "@posthorn/contract/ids";
import { SAML_ANSWER_MAX_BYTES } from "@posthorn/contract/limits";
import { SSO_ANSWER_META } from "@posthorn/contract/sso-paths";
import { samlMetadata } from "../../access/saml-documents.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import { sendPage } from "../dashboard-files.ts";

/** Base64 in a form: its `+`, `/` and `=` have three letters each. */
const FORM_MAX_BYTES = 2 * SAML_ANSWER_MAX_BYTES;
const FIELDS: Readonly<Record<string, RegExp>> = {
  SAMLResponse: /^[A-Za-z0-9+/=\s]+$/,
  RelayState: /^[\w-]{1,200}$/,
};

interface Named {
  Params: { organization_id: string };
}

/** What is left out makes the sign-on fail, with a sentence for the person. */
export function samlAnswerIn(form: string): URLSearchParams {
  const posted = new URLSearchParams(form);
  const answer = new URLSearchParams();
  for (const [name, letters] of Object.entries(FIELDS)) {
    const value = posted.get(name);
    if (value !== null && letters.test(value)) answer.set(name, value);
  }
  return answer;
}

function idOf(named: string): string {
  const id = internalId("organization", named);
  if (id === null) throw notFound(named);
  return id;
}

export function serveSaml(
  app: FastifyInstance,
  { access, dashboardDir }: Pick<ApiDeps, "access" | "dashboardDir">,
): void {
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser<string>(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    forms.post<Named & { Body: unknown }>("/sso/:organization_id", async (request, reply) => {
      idOf(request.params.organization_id);
      const answer = samlAnswerIn(typeof request.body === "string" ? request.body : "");
      return sendAnswer(request.url, answer, reply);
    });
  });

  function sendAnswer(url: string, answer: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
    const content = answer.toString().replaceAll("&", "&amp;");
    const head = `<meta name="${SSO_ANSWER_META}" content="${content}">`;
    void reply.header("cache-control", "no-store");
    return sendPage(url.split("?", 1)[0] ?? "", dashboardDir, reply, head);
  }

  app.get<Named>("/sso/:organization_id/metadata", async (request, reply) =>
    reply
      .header("content-disposition", 'attachment; filename="posthorn-metadata.xml"')
      .type("application/samlmetadata+xml; charset=utf-8")
      .send(samlMetadata(access.ssoUrls(idOf(request.params.organization_id)))),
  );
}
