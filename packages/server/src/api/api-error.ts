/**
 * What does the caller get when the API refuses a call or fails?
 *
 * Code below a route throws an `ApiError`; `server.ts` answers it once, with the reply built here. The
 * second argument goes to the log only. A database that is down or too slow becomes "try again". Every
 * other error is our fault, and the reply reveals nothing about it.
 */
import { isUnavailable } from "../store/database.ts";
import { API_ERRORS, type ApiErrorCode, type ErrorReply } from "@posthorn/contract/errors";

interface Shown {
  /** Goes to the caller as `data`. */
  data?: unknown;
  /** Replaces the code's own message where that one is too general. */
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

/** The reply is the same for an unknown id, an id of another project and an id of another kind. */
export function notFound(id: string): ApiError {
  return new ApiError("NOT_FOUND", {}, { data: { id } });
}

export function gone(): ApiError {
  return new ApiError("GONE", {}, { data: { deleted: true } });
}

/** Errors that the framework throws before a route runs. */
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

/** Turns any thrown value into an `ApiError`, with the original as its cause, for the log. */
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
