/**
 * What does a caller get who asked for something we do not do?
 *
 * Code throws an `ApiError` anywhere below a route; `server.ts` answers it once, here is the reply. The
 * second argument is for the log only. What the database says about being down or too slow becomes "try
 * again"; everything else is our fault and says nothing about itself.
 */
import { isUnavailable } from "../store/database.ts";
import { API_ERRORS, type ApiErrorCode, type ErrorReply } from "@posthorn/contract/errors";

interface Shown {
  /** Goes to the caller as `data`. */
  data?: unknown;
  /** Where the code's own sentence would not tell enough. */
  message?: string;
  retryAfterSeconds?: number;
}

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly logged: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode, logged: Record<string, unknown> = {}, shown: Shown = {}) {
    super(shown.message ?? API_ERRORS[code].message);
    this.code = code;
    this.logged = logged;
    this.data = shown.data;
    this.retryAfterSeconds = shown.retryAfterSeconds;
  }
}

/** Unknown, foreign and of another kind look the same from outside. */
export function notFound(id: string): ApiError {
  return new ApiError("NOT_FOUND", {}, { data: { id } });
}

export function gone(): ApiError {
  return new ApiError("GONE", {}, { data: { deleted: true } });
}

/** What the framework refuses before a route runs. */
const FRAMEWORK_CODES: Readonly<Record<string, ApiErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_CONTENT_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "BAD_REQUEST",
  FST_ERR_BAD_URL: "BAD_REQUEST",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
};

function codeOf(error: Error): ApiErrorCode {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const framework = FRAMEWORK_CODES[code];
  if (framework) return framework;
  return isUnavailable(error) ? "UNAVAILABLE" : "FATAL_ERROR";
}

/** Any thrown value as an `ApiError`; the thing itself stays behind as its cause, for the log. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error("Something that is no error was thrown");
  const known = new ApiError(codeOf(error));
  known.cause = thrown;
  return known;
}

export function errorReply(error: ApiError): ErrorReply {
  return {
    code: error.code,
    status: API_ERRORS[error.code].status,
    message: error.message,
    ...(error.data !== undefined && { data: error.data }),
  };
}
