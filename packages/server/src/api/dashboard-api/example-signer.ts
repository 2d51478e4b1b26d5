/**
 * Who signs an example for this source, and why can nobody?
 *
 * A source without authentication gets examples unsigned. One that checks its senders gets them signed with its own
 * secret, unless only the provider could do that.
 */
import { isSignedByProviderAlone } from "@posthorn/contract/catalogue/recipes-of";
import { authMethodLabel } from "@posthorn/contract/source-catalogue";
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
    const label = authMethodLabel(method);
    return isSignedByProviderAlone(method)
      ? cannot(
          `${label} signs with a private key that only ${label} has, so Posthorn cannot sign an example.`,
        )
      : cannot("The secret of this source has not the form that its method needs, so nothing can be signed.");
  };
}

function cannot(refusal: string): ExampleSigner {
  return { sign: () => null, refusal };
}
