/** How do most providers sign the body, and what is usually wrong? For the entries of all files about signed bodies. */
import { CHANGED_BODY, OTHER_ENDPOINT } from "./entry.ts";
import type { DigestAlgorithm, Encoding, HmacRecipe, Spot } from "./recipe.ts";

export function bodyHmac(algorithm: DigestAlgorithm, encoding: Encoding, signature: Spot): HmacRecipe {
  return { scheme: "hmac", algorithm, encoding, signature, content: "{body}" };
}
export const hex = (header: string, prefix = "") => bodyHmac("sha256", "hex", { header, prefix });
export const base64 = (header: string, prefix = "") => bodyHmac("sha256", "base64", { header, prefix });

export const mistakes = [CHANGED_BODY];
export const perEndpoint = [OTHER_ENDPOINT, CHANGED_BODY];
