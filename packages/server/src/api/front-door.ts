/**
 * Which requests get as far as a route, or as a CLI's socket?
 *
 * Those with a first line that HTTP/1.1 allows, under a host name that we know. Asked before anything else is done for
 * a request.
 */
import type { IncomingMessage } from "node:http";
import type { Access } from "../access/access.ts";
import { isGoodLine } from "../inbound/request-line.ts";
import { ApiError } from "./api-error.ts";

const BAD_LINE =
  "A request must begin with a method, an address and HTTP/1.1 or HTTP/1.0, with one space between them";
/** The longest name that DNS has, so that no caller fills the log. */
const HOST_MAX_CHARACTERS = 253;
/** Load balancers ask for these with an address or any name, and the answers reveal nothing. */
const HEALTH_CHECKS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

export function isHealthCheck(path: string): boolean {
  return HEALTH_CHECKS.has(path);
}

/** Must be called while Node emits the request. Null: it may enter. */
export function refusalAtDoor(
  request: IncomingMessage,
  { hostKnown, isAnyHostFine }: Pick<Access, "hostKnown"> & { isAnyHostFine: boolean },
): ApiError | null {
  if (!isGoodLine(request)) return new ApiError("BAD_REQUEST", {}, { message: BAD_LINE });
  const { host } = request.headers;
  if (isAnyHostFine || hostKnown(host)) return null;
  return new ApiError("UNKNOWN_HOST", { host: host?.slice(0, HOST_MAX_CHARACTERS) ?? null });
}
