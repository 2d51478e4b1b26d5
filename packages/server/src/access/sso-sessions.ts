/**
 * How does a session begin for somebody whom their organization's identity provider has named?
 *
 * As with a passkey: better-auth makes the session and its cookie. This is a plugin of better-auth, because only plugins can
 * make its signed cookies. Only sso-routes.ts calls it, after the account was decided (sso-admission.ts).
 */
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod/mini";

const Chosen = z.object({ user_id: z.string() });

export function ssoSessions() {
  return {
    id: "posthorn-sso",
    endpoints: {
      openSsoSession: createAuthEndpoint("/sso/session", { method: "POST", body: Chosen }, async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.user_id);
        if (!user) throw new Error("Somebody who was let in has no account");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ user });
      }),
    },
  } as const;
}
