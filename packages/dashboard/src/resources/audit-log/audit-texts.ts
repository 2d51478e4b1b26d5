/** In which words does the dashboard say what happened, to what, and from where? */
import type { AuditEntry } from "@posthorn/contract/audit-log";
import type { AuditAction, AuditSubject, CallerKind } from "@posthorn/contract/audit-words";

export const ACTION_TEXTS: Readonly<Record<AuditAction, string>> = {
  created: "Created",
  edited: "Changed",
  paused: "Paused",
  unpaused: "Unpaused",
  disabled: "Disabled",
  enabled: "Enabled",
  deleted: "Deleted",
  rolled: "Rolled",
  cancelled: "Cancelled",
  downloaded: "Downloaded",
  exported: "Exported",
  tested: "Tested",
  signed_up: "Signed up",
  signed_in: "Signed in",
  sign_in_failed: "Failed to sign in",
  signed_out: "Signed out",
  reset_asked: "Asked for a password reset",
  password_reset: "Reset the password",
  password_changed: "Changed the password",
  renamed: "Changed their name",
  email_change_asked: "Asked to change the email",
  email_change_cancelled: "Cancelled the change of the email",
  email_changed: "Changed the email",
  two_factor_begun: "Began to set up two-factor authentication",
  two_factor_on: "Turned on two-factor authentication",
  two_factor_off: "Turned off two-factor authentication",
  recovery_codes_shown: "Looked at the recovery codes",
  recovery_codes_renewed: "Renewed the recovery codes",
  passkey_added: "Added a passkey",
  passkey_renamed: "Renamed a passkey",
  passkey_removed: "Removed a passkey",
  session_ended: "Ended a session",
  other_sessions_ended: "Ended all other sessions",
};

export const SUBJECT_TEXTS: Readonly<Record<AuditSubject, string>> = {
  source: "source",
  destination: "destination",
  connection: "connection",
  transformation: "transformation",
  issue_trigger: "issue trigger",
  project: "project",
  organization: "organization",
  member: "member",
  project_member: "project member",
  invitation: "invitation",
  person: "account",
  api_key: "API key",
  cli_key: "CLI key",
  integration: "shared credentials",
  team_integration: "integration",
  custom_domain: "custom domain",
  subscription: "plan",
  billing_email: "billing email",
  card: "card",
  invoice: "invoice",
  bulk_operation: "bulk operation",
  erasure: "erasure of personal data",
  single_sign_on: "single sign-on",
  sso_domain: "mail domain",
  directory_sync: "directory sync",
  directory_token: "token of the directory",
  directory_person: "person of the directory",
  directory_group: "group of the directory",
  directory_group_member: "member of a group",
  event: "body of an event",
  request: "body of a request",
  bookmark: "body of a bookmark",
  audit_log: "audit log",
  audit_push: "push of the audit log",
};

export const CALLER_TEXTS: Readonly<Record<CallerKind, string>> = {
  session: "People",
  api_key: "API keys",
  cli_key: "CLI",
  operator: "Operator",
  directory: "Directory sync",
  product: "Posthorn",
};

export interface What {
  verb: string;
  /** Empty where the verb says it all. */
  kind: string;
  name: string;
}

const VERBS: Readonly<Partial<Record<`${AuditAction} ${AuditSubject}`, Omit<What, "name">>>> = {
  "created invitation": { verb: "Invited", kind: "member" },
  "edited invitation": { verb: "Invited", kind: "member again" },
  "deleted invitation": { verb: "Ended", kind: "invitation of" },
  "created member": { verb: "Added", kind: "member" },
  "edited member": { verb: "Changed", kind: "role of" },
  "deleted member": { verb: "Removed", kind: "member" },
  "created project_member": { verb: "Added", kind: "to the project" },
  "edited project_member": { verb: "Changed", kind: "role in the project of" },
  "deleted project_member": { verb: "Removed", kind: "from the project" },
  "rolled project": { verb: "Rolled", kind: "signing secret of" },
  "created bulk_operation": { verb: "Started", kind: "bulk operation" },
  "created directory_sync": { verb: "Turned on", kind: "directory sync" },
  "deleted directory_sync": { verb: "Turned off", kind: "directory sync" },
  "created directory_token": { verb: "Made", kind: "token of the directory" },
  "deleted directory_token": { verb: "Revoked", kind: "token of the directory" },
  "created directory_person": { verb: "Synced", kind: "person" },
  "created directory_group": { verb: "Synced", kind: "group" },
  "created directory_group_member": { verb: "Added to a group:", kind: "" },
  "deleted directory_group_member": { verb: "Removed from a group:", kind: "" },
  "created single_sign_on": { verb: "Set up", kind: "single sign-on" },
  "created erasure": { verb: "Planned", kind: "erasure of personal data" },
  "edited erasure": { verb: "Confirmed", kind: "erasure of personal data" },
  "created team_integration": { verb: "Connected", kind: "integration" },
  "created audit_push": { verb: "Set up", kind: "push of the audit log to" },
  "edited audit_push": { verb: "Changed", kind: "push of the audit log to" },
  "deleted audit_push": { verb: "Removed", kind: "push of the audit log to" },
  "deleted team_integration": { verb: "Disconnected", kind: "integration" },
};

const BULK_TEXTS: Readonly<Record<string, string>> = {
  "events.retry": "retry events",
  "events.cancel": "cancel events",
  "ignored_events.retry": "retry ignored events",
  "requests.retry": "retry requests",
  "requests.replay": "replay requests",
};

export function whatOf({ action, subject }: Pick<AuditEntry, "action" | "subject">): What {
  const { type } = subject;
  if (type === "person") return { verb: ACTION_TEXTS[action], kind: "", name: "" };
  const name = type === "bulk_operation" ? (BULK_TEXTS[subject.name ?? ""] ?? "") : (subject.name ?? "");
  const said = VERBS[`${action} ${type}`] ?? { verb: ACTION_TEXTS[action], kind: SUBJECT_TEXTS[type] };
  return { ...said, name };
}

/** `Dashboard`, `CLI`, or what the program of a key calls itself: `Terraform`. */
export function clientOf({ by, user_agent }: Pick<AuditEntry, "by" | "user_agent">): string {
  if (by.kind === "session") return "Dashboard";
  if (by.kind === "cli_key") return "CLI";
  if (by.kind === "product") return "";
  return /^[\w .-]{1,40}?(?=\/|$)/.exec(user_agent ?? "")?.[0] ?? "API";
}

/** `ada@example.com`, `API key`. */
export function whoseOf({ by }: Pick<AuditEntry, "by">): { name: string; detail: string } {
  switch (by.kind) {
    case "session":
      return { name: by.name ?? "A person", detail: by.email ?? "" };
    case "cli_key":
      return {
        name: by.name ?? "A CLI",
        detail: by.email === null ? "CLI with an API key" : `CLI of ${by.email}`,
      };
    case "api_key":
      return { name: by.name ?? "A key", detail: "API key" };
    case "operator":
      return { name: "Operator", detail: "of this installation" };
    case "directory":
      return { name: "Directory sync", detail: "SCIM" };
    case "product":
      return { name: "Posthorn", detail: "by itself" };
  }
}
