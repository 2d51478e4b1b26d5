/** Which token did the authorization server give, and for how long? RFC 6749 §5.1, parsed as hostile input. */

export interface GivenToken {
  access_token: string;
  /** How long we use it; ends shortly before the server's own expiry. */
  usableForMs: number;
  /** The refresh token for the next time, if the server gives a new one each time. */
  refresh_token: string | null;
}

/** Lifetime if the server names none; a 401 ends it earlier. */
const UNNAMED_SECONDS = 300;
const LONGEST_SECONDS = 24 * 60 * 60;
/** A token that expires while the request is on its way proves nothing. */
const SPARE_MS = 30_000;

/** Characters that an Authorization header can carry. */
const CARRIED = /^[\u0021-\u007e]+$/;

/** Returns null when the answer contains no token. */
export function readTokenAnswer(body: Buffer): GivenToken | null {
  const answer = parsed(body);
  if (typeof answer !== "object" || answer === null) return null;
  const { access_token, expires_in, refresh_token } = answer as Record<string, unknown>; // checked one by one
  if (typeof access_token !== "string" || !CARRIED.test(access_token)) return null;
  return {
    access_token,
    usableForMs: usableForMs(Number(expires_in ?? UNNAMED_SECONDS)),
    refresh_token: typeof refresh_token === "string" && refresh_token !== "" ? refresh_token : null,
  };
}

function usableForMs(seconds: number): number {
  if (Number.isNaN(seconds) || seconds <= 0) return 0;
  const ms = Math.min(seconds, LONGEST_SECONDS) * 1000;
  return ms - Math.min(SPARE_MS, ms / 10);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
