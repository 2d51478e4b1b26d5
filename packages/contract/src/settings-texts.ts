/** What do the settings, and the server in their place, say? Few pages need these texts. */

export const LAST_PROJECT =
  "This is the last project of its organization, and an organization has at least one. Create another project first, then delete this one.";

export const LAST_PROJECT_TO_TRANSFER =
  "This is the last project of its organization, and an organization has at least one. Create another project first, then transfer this one.";

export const SAMPLE_STAYS =
  "A sample project cannot be transferred: each organization can have its own. Create one there, and remove this one.";

export const ORGANIZATION_NAME_DIFFERS = "Organization name does not match.";

export const OWNER_STAYS =
  "The owner cannot leave or be removed, and keeps the role. Make another member the owner first.";

export const NOT_ADDED =
  "You have access to this project through its organization, so you cannot leave it alone. Leave the organization instead.";

export const API_KEYS_LIMIT_REACHED =
  "This project has as many API keys as it can have. Revoke one that nobody uses, then try again.";

export const ROLL_IS_OPEN =
  "The secret from before the last roll is still valid, and deliveries carry two signatures at most. Wait until it expires, or roll now, which ends both.";

export const HOSTNAME_NEEDS_SUBDOMAIN = "Invalid hostname. Hostname must contain a subdomain.";

export const CUSTOM_DOMAINS_LIMIT_REACHED =
  "This project has as many custom domains as it can have. Remove one that nobody uses, then try again.";

/** Stands in the place of secrets that a person may not see. */
export const SECRETS_LOCKED =
  "You currently don't have permission to perform this action. Contact your organization admin for further access.";

export const ERASURE_IN_PROGRESS =
  "Another erasure of this project is in progress. Wait until it has ended, or cancel it.";
export const ERASURE_IS_NO_PLAN = "Only a plan that has counted everything can be confirmed.";
export const ERASURE_HAS_ENDED = "This erasure has ended already.";
