/** Providers whose signature is a field of the body, and covers other fields of it. */
import { CLOCK, entries, signingSecret } from "./entry.ts";
import type { HmacRecipe } from "./recipe.ts";

/** Mailgun tries to deliver for eight hours, and we do not know whether it signs again. */
const MAILGUN_TOLERANCE_S = 24 * 60 * 60;

function mailgun(path: "signature." | ""): HmacRecipe {
  return {
    scheme: "hmac",
    algorithm: "sha256",
    encoding: "hex",
    signature: { body: `${path}signature` },
    timestamp: { body: `${path}timestamp`, unit: "s", tolerance_s: MAILGUN_TOLERANCE_S },
    content: `{timestamp}{body:${path}token}`,
  };
}

export const BODY_FIELDS = entries({
  MAILGUN: {
    docs: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
    icon: "mailgun",
    auth: signingSecret("API security → HTTP webhook signing key.", "HTTP webhook signing key"),
    alert: "Mailgun signs a token and the time, but not the content of the message.",
    recipes: [mailgun("signature."), mailgun("")],
    mistakes: ["An API key is configured instead of the HTTP webhook signing key.", CLOCK],
  },
});
