/**
 * What of a reply may a model not see?
 *
 * Pure. The API shows the credentials of sources and destinations only to callers who ask for them, and no tool asks. What
 * else can be a secret is taken out here: variables of transformations, headers and parameters that carry credentials, and
 * passwords in addresses. Bodies are what their senders wrote; a source's redaction list keeps values out of them.
 */

export const HIDDEN = "[hidden]";

/** Members whose values are credentials, whatever is in them. */
const SECRET_MEMBERS = new Set(["auth", "env", "encrypted_env", "signing_secret"]);

/** Members that hold names and values of a request. */
const NAMED_VALUES = new Set(["headers", "parsed_query"]);

/** Members that hold an address or a query. */
const ADDRESSES = new Set(["url", "requested_url", "query", "path"]);

const CREDENTIAL_NAME =
  /^(?:cookie|set-cookie|code|key|sig)$|authorization|secret|token|passw|signature|api[-_]?key|access[-_]?key|credential|hmac/i;

export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (SECRET_MEMBERS.has(name)) return [name, hidden(member)];
      if (NAMED_VALUES.has(name) && isRecord(member)) return [name, withoutCredentials(member)];
      // Rows of lists have the whole path as a name: `config.url`.
      if (ADDRESSES.has(name.replace(/^.*\./, "")) && typeof member === "string")
        return [name, withoutPasswords(member)];
      return [name, withoutSecrets(member)];
    }),
  );
}

/** The names of variables are known, their values are not. */
function hidden(value: unknown): unknown {
  if (isRecord(value)) return Object.fromEntries(Object.keys(value).map((name) => [name, HIDDEN]));
  return value === null || value === undefined ? value : HIDDEN;
}

function withoutCredentials(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, CREDENTIAL_NAME.test(name) ? HIDDEN : value]),
  );
}

function withoutPasswords(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, `$1${HIDDEN}@`)
    .replace(/(^|[?&])([^=&#?]+)=([^&#]*)/g, (whole, before: string, name: string) =>
      CREDENTIAL_NAME.test(name) ? `${before}${name}=${HIDDEN}` : whole,
    );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
