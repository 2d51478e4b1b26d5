/**
 * Which errors can our API return, with which status and message?
 *
 * The server's code throws an `ApiError`, and the HTTP edge turns it into the reply. A message says what happened
 * in words a person understands; details for operators go to the log. Published clients search the messages of 404
 * and 410 for these very words.
 */
import * as z from "zod/mini";
import { JSON_MAX_DEPTH } from "./limits.ts";

export const API_ERRORS = {
  BAD_REQUEST: { status: 400, message: "Bad Request" },
  INVALID_JSON: { status: 400, message: "Invalid JSON" },
  UNAUTHORIZED: { status: 401, message: "Invalid or missing API key" },
  WRONG_CREDENTIALS: { status: 401, message: "Email or password is wrong" },
  FORBIDDEN: { status: 403, message: "You currently don't have permission to perform this action." },
  ORIGIN_NOT_ALLOWED: { status: 403, message: "Request origin not allowed" },
  NOT_FOUND: { status: 404, message: "Not Found" },
  REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time" },
  EMAIL_TAKEN: { status: 409, message: "Another account has this email address" },
  OWNS_ORGANIZATION: {
    status: 409,
    message: "You own an organization. Make another member its owner first.",
  },
  RESOURCE_ALREADY_EXISTS: { status: 409, message: "Resource already exists" },
  USERS_OVER_PLAN: {
    status: 403,
    message:
      "The plan of this organization does not allow more people. An admin can choose another plan, or remove somebody.",
  },
  FEATURE_NOT_IN_PLAN: {
    status: 403,
    message: "The plan of this organization does not include this. An admin can choose another plan.",
  },
  PLAN_LOCKED: {
    status: 403,
    message:
      "A limit of this organization's plan is reached. An admin can choose another plan in the settings.",
  },
  SSO_REQUIRED: {
    status: 403,
    message:
      "People with this address use single sign-on: choose 'Continue with single sign-on' on the sign-in page. Only the owner of the organization can use a password.",
  },
  SSO_USER_STAYS: {
    status: 403,
    message: "People of an organization with single sign-on cannot leave by themselves.",
  },
  DIRECTORY_DECIDES: {
    status: 403,
    message: "The directory of this organization decides about that.",
  },
  NOT_IN_DIRECTORY: {
    status: 403,
    message:
      "This organization gets its people from its directory, and you are not among them, or in no group with access. Ask whoever manages it.",
  },
  SSO_HAS_NO_PLANS: {
    status: 403,
    message:
      "This organization uses single sign-on, so its plan is not changed here. Contact the operator of this installation, or turn single sign-on off first.",
  },
  SSO_OTHER_IDENTITY: {
    status: 409,
    message:
      "The account with this address belongs to another person at the identity provider. Ask an admin to remove that member first.",
  },
  SSO_DOMAIN_TAKEN: { status: 409, message: "Another organization has proven this mail domain." },
  SSO_DOMAIN_EXISTS: { status: 409, message: "This organization has this mail domain already." },
  OTHER_ADDRESS: {
    status: 409,
    message: "This invitation was sent to another address than yours. Confirm that you want to accept it.",
  },
  ACCOUNT_EXISTS: {
    status: 409,
    message: "There is an account with this email already. Sign in to accept the invitation.",
  },
  CUSTOM_DOMAIN_ALREADY_EXISTS: { status: 409, message: "The domain entered is already in use." },
  GONE: { status: 410, message: "Resource was deleted" },
  LINK_NOT_VALID: { status: 410, message: "This link is no longer valid" },
  SIGN_IN_EXPIRED: {
    status: 410,
    message: "This sign-in took too long, or too many codes were wrong. Enter your password again.",
  },
  SSO_EXPIRED: {
    status: 410,
    message:
      "This sign-on was used already, took longer than ten minutes, or began in another browser. Start again.",
  },
  CHANGED_MEANWHILE: {
    status: 412,
    message:
      "It was changed after you loaded it, so nothing was saved. Load it again, compare it with your changes, then save.",
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: "Payload is too large" },
  UNSUPPORTED_CONTENT_TYPE: { status: 415, message: "Content type not supported" },
  UNKNOWN_HOST: {
    status: 421,
    message:
      "Posthorn does not know the host name in this request. It refuses such names because other websites could use them to act as the dashboard. Use the address in POSTHORN_PUBLIC_URL, or ask the operator to add the name to POSTHORN_ALLOWED_HOSTS.",
  },
  UNPROCESSABLE_ENTITY: { status: 422, message: "Unprocessable Entity" },
  JSON_NESTED_TOO_DEEPLY: {
    status: 422,
    message: `The JSON in this call is nested more than ${JSON_MAX_DEPTH} levels deep. Send it with fewer levels.`,
  },
  CUSTOM_DOMAIN_INVALID: { status: 422, message: "The domain entered is not a valid hostname." },
  WRONG_PASSWORD: { status: 422, message: "The password is wrong" },
  WRONG_CODE: { status: 422, message: "The code is wrong" },
  WRONG_PASSKEY: {
    status: 422,
    message: "The passkey was not accepted, or this took longer than five minutes. Try again.",
  },
  UNKNOWN_PASSKEY: {
    status: 422,
    message: "Posthorn does not know this passkey. Somebody may have removed it from the profile.",
  },
  NO_PASSWORD: {
    status: 422,
    message:
      "Your account has no password, because you sign in with single sign-on. 'Forgot password?' on the sign-in page sets one.",
  },
  SSO_NOT_SET_UP: {
    status: 422,
    message:
      "No organization uses single sign-on for this mail domain. Sign in with your password, or ask the owner of your organization.",
  },
  SSO_PROVIDER_FAILED: {
    status: 422,
    message:
      "The identity provider did not answer as it should. Try again, or ask the owner of your organization.",
  },
  SSO_PROVIDER_REFUSED: { status: 422, message: "The identity provider refused the sign-on." },
  SSO_TOKEN_NOT_VALID: {
    status: 422,
    message: "The identity provider sent an answer that Posthorn does not accept.",
  },
  SSO_EMAIL_NOT_VERIFIED: {
    status: 422,
    message:
      "The identity provider did not send an email address that it has verified (OpenID Connect: email, and email_verified as true; SAML: one attribute email, or a name ID in the format of an email address). Ask the owner of your organization.",
  },
  SSO_DOMAIN_NOT_PROVEN: {
    status: 422,
    message: "The identity provider sent an address at a domain that this organization has not proven.",
  },
  WEBHOOK_DISABLED: { status: 422, message: "The connection of this event is disabled" },
  WEBHOOK_DELETED: { status: 422, message: "The connection of this event was deleted" },
  DATA_ARCHIVED: { status: 422, message: "The data of this event is archived" },
  MAIL_NOT_CONFIGURED: {
    status: 422,
    message: "Posthorn cannot send mail here. Ask the operator to set POSTHORN_SMTP_URL, then try again.",
  },
  COMPLETION_NOT_CONFIGURED: {
    status: 422,
    message:
      "There is no AI service for this here. Ask the operator to set POSTHORN_AI_URL and POSTHORN_AI_MODEL, then try again.",
  },
  COMPLETION_FAILED: { status: 422, message: "The AI service gave no filter. Enter a filter manually." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests" },
  HEADERS_TOO_LARGE: { status: 431, message: "The address and the headers are too large" },
  FATAL_ERROR: { status: 500, message: "Fatal Error" },
  UNAVAILABLE: { status: 503, message: "Temporarily unavailable, try again" },
} as const;
export type ApiErrorCode = keyof typeof API_ERRORS;

export const ErrorReply = z.object({
  code: z.string(),
  status: z.int(),
  message: z.string(),
  data: z.optional(z.unknown()),
});
export type ErrorReply = z.output<typeof ErrorReply>;
