/**
 * Who signs an example for this source, and why can nobody?
 *
 * A source without authentication gets examples unsigned. One that checks its senders gets them signed with its own
 * secret, unless only the provider could do that.
 */
import { isSignedByProviderAlone } from "@posthorn/contract/catalogue/recipes-of";
import { authMethodLabel } from "@posthorn/contract/source-catalogue";
import type { SourceAuthType } from "@posthorn/contract/source-types";
import { type Sign, signerOf } from "../../pipeline/ingest/verify/signer.ts";
import type { SourceRow } from "../../store/sources.ts";
import type { ApiDeps } from "../api-deps.ts";
import { findSourceAuth } from "../sources/sources.sql.ts";

export interface ExampleSigner {
  sign: Sign;
  /** Why no example can be sent, as a sentence. */
  refusal: string | null;
}

const unsigned: Sign = (draft) => draft;

export function createExampleSigner({ db, sealer }: Pick<ApiDeps, "db" | "sealer">) {
  return async (source: SourceRow): Promise<ExampleSigner> => {
    const { type, config, team_id, id } = source;
    if (type === "PUBLISH_API")
      return cannot("This source accepts only requests that are published with an API key.");
    const method = config.auth_type ?? type;
    const sealed = await findSourceAuth(db, team_id, id);
    if (sealed === null) return { sign: unsigned, refusal: null };
    const sign = signerOf(method, JSON.parse(sealer.open(sealed, "sources.auth", source)));
    if (sign) return { sign, refusal: null };
    return cannot(
      signedAlone(method) ??
        "The secret of this source has not the form that its method needs, so nothing can be signed.",
    );
  };
}

/** Why nobody but the provider can sign by this method, as a sentence; null if who has the secret can. */
export function signedAlone(method: SourceAuthType): string | null {
  if (!isSignedByProviderAlone(method)) return null;
  const label = authMethodLabel(method);
  return `${label} signs with a private key that only ${label} has, so Posthorn cannot sign an example.`;
}

function cannot(refusal: string): ExampleSigner {
  return { sign: () => null, refusal };
}
