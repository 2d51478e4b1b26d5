/** What do people call a field that a save has changed? Fields that are not here are called as in the API. */
const FIELDS: Readonly<Record<string, string>> = {
  auth: "credentials",
  env: "variables",
  integration_id: "shared credentials",
  "config.url": "URL",
  "config.auth_type": "authentication",
  "config.http_method": "HTTP method",
  "config.allowed_http_methods": "allowed HTTP methods",
  "config.custom_response": "response",
  "config.path_forwarding_disabled": "path forwarding",
  "config.delivery_timeout": "timeout",
  "configs.per_minute": "requests per minute",
  "rules.order": "order of the rules",
};

export function fieldName(name: string): string {
  const known = FIELDS[name];
  if (known !== undefined) return known;
  const own = (name.split(".").at(-1) ?? name).replaceAll("_", " ");
  return name.startsWith("rules.") ? `${own} rule` : own;
}
