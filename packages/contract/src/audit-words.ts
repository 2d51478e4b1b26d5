/** Which words does the audit log have: for what happened, to what, and by whom? Without schemas, because addresses carry them. */

/** What a person does with their own account. */
export const PERSONS_ACTIONS = [
  "signed_up",
  "signed_in",
  "sign_in_failed",
  "signed_out",
  "reset_asked",
  "password_reset",
  "password_changed",
  "renamed",
  "email_change_asked",
  "email_change_cancelled",
  "email_changed",
  "two_factor_begun",
  "two_factor_on",
  "two_factor_off",
  "recovery_codes_shown",
  "recovery_codes_renewed",
  "passkey_added",
  "passkey_renamed",
  "passkey_removed",
  "session_ended",
  "other_sessions_ended",
] as const;

export const AUDIT_ACTIONS = [
  "created",
  "edited",
  "paused",
  "unpaused",
  "disabled",
  "enabled",
  "deleted",
  "rolled",
  "cancelled",
  "downloaded",
  "exported",
  "tested",
  ...PERSONS_ACTIONS,
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_SUBJECTS = [
  "source",
  "destination",
  "connection",
  "transformation",
  "issue_trigger",
  "project",
  "organization",
  "member",
  "project_member",
  "invitation",
  "person",
  "api_key",
  "cli_key",
  "integration",
  "team_integration",
  "custom_domain",
  "subscription",
  "billing_email",
  "card",
  "invoice",
  "bulk_operation",
  "erasure",
  "single_sign_on",
  "sso_domain",
  "directory_sync",
  "directory_token",
  "directory_person",
  "directory_group",
  "directory_group_member",
  "event",
  "request",
  "bookmark",
  "audit_log",
  "audit_push",
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** `product`: Posthorn itself, because time has passed or another system has answered. `directory`: that of the organization. */
export const CALLER_KINDS = ["session", "api_key", "cli_key", "operator", "directory", "product"] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** This many matches mean as many or more. */
export const AUDIT_COUNTED_MOST = 10_000;
/** One export has the newest entries, up to so many. */
export const AUDIT_EXPORT_MAX_ENTRIES = 100_000;
