/**
 * What does a directory get when a call of its own is refused? RFC 7644, section 3.12.
 *
 * `detail` is what administrators read in the log of their directory, so it says what to do.
 */
import { API_ERRORS } from "@posthorn/contract/errors";
import { ApiError } from "../api-error.ts";

const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany"
  | "uniqueness";

export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export function invalidValue(detail: string): ScimError {
  return new ScimError(400, detail, "invalidValue");
}

export function noSuch(kind: "User" | "Group", id: string): ScimError {
  return new ScimError(404, `${kind} ${id} not found`);
}

interface ScimErrorBody {
  schemas: string[];
  status: string;
  scimType?: ScimType;
  detail: string;
}

export function scimErrorBody(error: ScimError | ApiError): ScimErrorBody {
  const scimType = error instanceof ScimError ? error.scimType : syntaxFault(error);
  return {
    schemas: [ERROR_SCHEMA],
    status: String(statusOf(error)),
    ...(scimType && { scimType }),
    detail: error.message,
  };
}

export function statusOf(error: ScimError | ApiError): number {
  if (error instanceof ScimError) return error.status;
  return syntaxFault(error) ? 400 : API_ERRORS[error.code].status;
}

function syntaxFault({ code }: ApiError): ScimType | undefined {
  return code === "INVALID_JSON" || code === "JSON_NESTED_TOO_DEEPLY" ? "invalidSyntax" : undefined;
}
