/**
 * How does each provider sign a request? Written once more with node:crypto, from the provider's own page, and never with
 * the code that checks it.
 *
 * One sample per type with a recipe; a test refuses a type without one. `docs` of the entry in the catalogue is the page.
 */
import { BODY_SAMPLES } from "./body-samples.ts";
import { FETCHED_SAMPLES } from "./fetched-samples.ts";
import { FIELD_SAMPLES } from "./field-samples.ts";
import { PUBLIC_KEY_SAMPLES } from "./public-key-samples.ts";
import type { Sample } from "./sample.ts";
import { TIMED_SAMPLES } from "./timed-samples.ts";
import { TOKEN_SAMPLES } from "./token-samples.ts";

export const PROVIDER_SAMPLES: Readonly<Record<string, Sample>> = {
  ...BODY_SAMPLES,
  ...TIMED_SAMPLES,
  ...FIELD_SAMPLES,
  ...TOKEN_SAMPLES,
  ...PUBLIC_KEY_SAMPLES,
  ...FETCHED_SAMPLES,
};
