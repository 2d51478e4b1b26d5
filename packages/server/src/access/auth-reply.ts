/**
 * What does a call below /auth get back?
 *
 * Refusals have the shape of every other error of the API: code, status, message.
 */
import { API_ERRORS, type ApiErrorCode } from "@posthorn/contract/errors";

export interface AuthReply {
  status: number;
  body: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** Values of Set-Cookie. */
  cookies?: readonly string[];
}

interface Told {
  message?: string;
  data?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export function refusal(code: ApiErrorCode, { message, data, headers }: Told = {}): AuthReply {
  const { status, message: usual } = API_ERRORS[code];
  const body = { code, status, message: message ?? usual, ...(data !== undefined && { data }) };
  return { status, body, ...(headers && { headers }) };
}

/** `sentence` begins with the name of the field, like every validation message of the API. */
export function invalidField(sentence: string): AuthReply {
  return refusal("UNPROCESSABLE_ENTITY", { message: sentence, data: [sentence] });
}

export function tooManyRequests(retry_after_s: number): AuthReply {
  return refusal("TOO_MANY_REQUESTS", { headers: { "retry-after": String(retry_after_s) } });
}
