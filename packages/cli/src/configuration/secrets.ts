/**
 * Which values are secrets, and how does a file name them?
 *
 * Everything that proves something is a secret, except the fields that are listed here: a field of a newer server is
 * rather hidden than shown. The values of `env` are secrets because nobody can tell whether they are.
 */

/** Beside secrets, in `config.auth` of sources and destinations. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  "access_key_id",
  "algorithm",
  "app_key",
  "audience",
  "auth_server",
  "authentication_type",
  "client_id",
  "dev_id",
  "encoding",
  "environment",
  "header_key",
  // The name of a header or parameter; the key itself is `api_key`, or `signing_secret`.
  "key",
  "public_key",
  "region",
  "scope",
  "service",
  "service_account_email",
  "store_name",
  "to",
  "username",
  "webhook_id",
]);

export function isPlainField(name: string): boolean {
  return PLAIN_FIELDS.has(name);
}

/** Whether the value at this path of a thing is a secret. */
export function isSecret(kind: string, path: readonly (string | number)[]): boolean {
  if (kind === "transformation") return path[0] === "env";
  const [config, auth, field] = path;
  if ((kind !== "source" && kind !== "destination") || config !== "config" || auth !== "auth") return false;
  return typeof field !== "string" || !isPlainField(field);
}

/** `SOURCE_SHOP_WEBHOOK_SECRET_KEY`: the variable in which an export looks for a secret. Never the same twice. */
export function createVariableNames(): (kind: string, name: string, field: string) => string {
  const used = new Set<string>();
  return (kind, name, field) => {
    const plain = [kind, name, field]
      .join("_")
      .toUpperCase()
      .replaceAll(/[^A-Z0-9_]/g, "_");
    let variable = plain;
    for (let count = 2; used.has(variable); count++) variable = `${plain}_${count}`;
    used.add(variable);
    return variable;
  };
}
