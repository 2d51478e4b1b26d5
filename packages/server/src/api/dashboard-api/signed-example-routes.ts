/**
 * What does a person get who wants a provider's request for a program of their own?
 *
 * An example, signed with the secret that the call brings, for the URL that the call names. Only the draft of the request
 * goes out: the caller sends it, so it also reaches a machine that this server cannot reach, and nobody can make this
 * server dial. Nothing of the call is stored.
 */
import {
  type ExampleProvider,
  listExampleProviders,
  signExample,
  type SigningMethod,
} from "@posthorn/contract/signed-examples";
import { authMethodsOf, authSchemaOf } from "@posthorn/contract/source-auth";
import { authFieldDetails, authMethodLabel, unverifiedReason } from "@posthorn/contract/source-catalogue";
import { sourceTypeLabel } from "@posthorn/contract/source-type-labels";
import { SOURCE_TYPES, type SourceAuthType, type SourceType } from "@posthorn/contract/source-types";
import * as z from "zod/mini";
import { filled, momentAt } from "../../examples/example.ts";
import { examplesOf } from "../../examples/example-library.ts";
import { bodyOf } from "../../pipeline/ingest/verify/request-draft.ts";
import { type Sign, signerOf } from "../../pipeline/ingest/verify/signer.ts";
import type { Serve } from "../call.ts";
import { authOfMethod } from "../sources/auth-input.ts";
import { invalid } from "../validation.ts";
import { cannotSend, exampleNamed } from "./example-choice.ts";
import { signedAlone } from "./example-signer.ts";

export function serveSignedExamples(serve: Serve): void {
  serve(listExampleProviders, async ({ query: { type } }) => ({
    models: await Promise.all((type === undefined ? SOURCE_TYPES : [type]).map(providerOf)),
  }));

  serve(signExample, async ({ body: { type, auth_type, auth, example: name, url } }) => {
    const example = exampleNamed(name, await examplesOf(type), sourceTypeLabel(type));
    const sign = auth == null ? unsigned(type, auth_type) : signerWith(type, auth_type, auth);
    const moment = momentAt(Date.now());
    const unsignedDraft = { ...filled(example, ["POST"], moment), url: new URL(url).href };
    const draft = sign === null ? unsignedDraft : sign(unsignedDraft, moment);
    if (!draft) throw cannotSend(`The example ${example.name} cannot be signed by this method.`);
    return {
      example: example.name,
      signed: sign !== null,
      method: draft.method,
      url: draft.url,
      headers: Object.fromEntries(draft.headers),
      body: bodyOf(draft).toString("utf8"),
    };
  });
}

function unsigned(type: SourceType, auth_type: SourceAuthType | null | undefined): null {
  if (auth_type != null) methodOf(type, auth_type);
  return null;
}

function signerWith(type: SourceType, auth_type: SourceAuthType | null | undefined, auth: object): Sign {
  const method = methodOf(type, auth_type);
  const refusal = signedAlone(method);
  if (refusal !== null) throw cannotSend(refusal);
  const sign = signerOf(method, authOfMethod(method, auth, ["auth"]));
  if (sign) return sign;
  throw cannotSend("The secret has not the form that the method needs, so nothing can be signed.");
}

/** The method of the call, if requests of this type can be signed by it. */
function methodOf(type: SourceType, auth_type: SourceAuthType | null | undefined): SourceAuthType {
  const methods = authMethodsOf(type);
  if (methods.length === 0) {
    const reason =
      unverifiedReason(type) ?? `Nothing proves the sender of a request to ${sourceTypeLabel(type)}`;
    throw invalid(`${reason}, so its examples are not signed. Leave auth and auth_type out`);
  }
  const method = auth_type ?? type;
  if (methods.includes(method)) return method;
  if (auth_type == null) throw invalid(`auth_type is required, and must be one of [${methods.join(", ")}]`);
  throw invalid(
    `auth_type must be ${methods.length > 1 ? `one of [${methods.join(", ")}]` : `${methods.join()}, or left out`}`,
  );
}

async function providerOf(type: SourceType): Promise<ExampleProvider> {
  const examples = await examplesOf(type);
  return {
    type,
    label: sourceTypeLabel(type),
    examples: examples.map(({ name }) => name),
    methods: authMethodsOf(type).map((method) => signingMethod(type, method)),
  };
}

function signingMethod(type: SourceType, method: SourceAuthType): SigningMethod {
  const schema = authSchemaOf(method);
  return {
    auth_type: method === type ? null : method,
    label: authMethodLabel(method),
    fields: Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const { label, is_optional } = authFieldDetails(method, name);
      const options = field instanceof z.ZodMiniEnum ? field.options.map(String) : null;
      return { name, label, is_optional: is_optional ?? false, options };
    }),
    refusal: signedAlone(method),
  };
}
