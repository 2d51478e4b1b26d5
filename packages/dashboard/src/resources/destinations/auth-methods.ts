/**
 * Which fields does a person fill in for each way to authenticate deliveries? Labels and hints; the contract has the
 * rules (`DESTINATION_AUTH`).
 *
 * A form keeps the input for every method, so that a person who looks at another method loses nothing. The value of a
 * field is "" while it is empty, and null for a secret that the server has stored and does not show.
 */
import {
  DESTINATION_AUTH,
  DESTINATION_AUTH_TYPES,
  type DestinationAuthType,
  isKeyFile,
} from "@posthorn/contract/destination-auth";
import { AUTH_FIELD_MAX_CHARACTERS } from "@posthorn/contract/limits";

export interface AuthField {
  name: string;
  label: string;
  hint?: string;
  isSecret?: boolean;
  isOptional?: boolean;
  placeholder?: string;
  /** Fixed choices; the first is the default. */
  options?: readonly { value: string; label: string }[];
}

export interface AuthMethod {
  label: string;
  /** What the destination gets. */
  hint: string;
  fields: readonly AuthField[];
}

const OAUTH2_CLIENT: readonly AuthField[] = [
  {
    name: "auth_server",
    label: "Token URL",
    hint: "The address of the authorization server that issues access tokens.",
    placeholder: "https://auth.example.com/oauth/token",
  },
  { name: "client_id", label: "Client ID" },
  { name: "client_secret", label: "Client secret", isSecret: true },
];
const SCOPE: AuthField = {
  name: "scope",
  label: "Scope",
  isOptional: true,
  hint: "Separate several with spaces.",
};

export const AUTH_METHODS: Record<DestinationAuthType, AuthMethod> = {
  HOOKDECK_SIGNATURE: {
    label: "No auth",
    hint: "Each delivery still carries x-posthorn-signature, made with the secret of the project.",
    fields: [],
  },
  CUSTOM_SIGNATURE: {
    label: "Custom signature",
    hint: "An HMAC-SHA256 signature in a header of your choice.",
    fields: [
      { name: "key", label: "Header name", placeholder: "x-signature" },
      {
        name: "signing_secret",
        label: "Signing secret",
        isSecret: true,
        isOptional: true,
        hint: "Leave it empty to have one generated.",
      },
    ],
  },
  BASIC_AUTH: {
    label: "Basic auth",
    hint: "A user name and a password in the Authorization header.",
    fields: [
      { name: "username", label: "Username" },
      { name: "password", label: "Password", isSecret: true },
    ],
  },
  API_KEY: {
    label: "API key",
    hint: "A key in a header or in the query.",
    fields: [
      {
        name: "to",
        label: "Sent in",
        options: [
          { value: "header", label: "Header" },
          { value: "query", label: "Query parameter" },
        ],
      },
      { name: "key", label: "Name of the header or parameter", placeholder: "x-api-key" },
      { name: "api_key", label: "API key", isSecret: true },
    ],
  },
  BEARER_TOKEN: {
    label: "Bearer token",
    hint: "A fixed token in the Authorization header.",
    fields: [{ name: "token", label: "Token", isSecret: true }],
  },
  OAUTH2_CLIENT_CREDENTIALS: {
    label: "OAuth2 client credentials",
    hint: "Posthorn fetches an access token and renews it before it expires.",
    fields: [
      ...OAUTH2_CLIENT,
      SCOPE,
      {
        name: "authentication_type",
        label: "Client authentication",
        hint: "How Posthorn sends the client's credentials to the authorization server.",
        options: [
          { value: "basic", label: "Basic auth header" },
          { value: "bearer", label: "Bearer header" },
          { value: "x-www-form-urlencoded", label: "Form fields in the body" },
        ],
      },
    ],
  },
  OAUTH2_AUTHORIZATION_CODE: {
    label: "OAuth2 authorization code",
    hint: "Posthorn fetches access tokens with a refresh token.",
    fields: [
      ...OAUTH2_CLIENT,
      {
        name: "refresh_token",
        label: "Refresh token",
        isSecret: true,
        hint: "If the server replaces it, Posthorn stores the new one.",
      },
      SCOPE,
    ],
  },
  AWS_SIGNATURE: {
    label: "AWS signature",
    hint: "AWS Signature Version 4, for services behind AWS IAM.",
    fields: [
      { name: "access_key_id", label: "Access key ID" },
      { name: "secret_access_key", label: "Secret access key", isSecret: true },
      { name: "region", label: "Region", placeholder: "eu-central-1" },
      { name: "service", label: "Service", placeholder: "execute-api" },
    ],
  },
  GCP_SERVICE_ACCOUNT: {
    label: "GCP service account",
    hint: "An access token from Google, fetched with the key of a service account.",
    fields: [
      {
        name: "service_account_key",
        label: "Service account key",
        isSecret: true,
        hint: "The whole text of the JSON key file.",
      },
      SCOPE,
    ],
  },
};

type MethodValues = Record<string, string | null>;
export type AuthValues = Record<DestinationAuthType, MethodValues>;

function emptyMethod({ fields }: AuthMethod): MethodValues {
  return Object.fromEntries(fields.map(({ name, options }) => [name, options?.[0]?.value ?? ""]));
}

export function emptyAuth(): AuthValues {
  // Safe: every method of the list gets its entry.
  return Object.fromEntries(
    DESTINATION_AUTH_TYPES.map((type) => [type, emptyMethod(AUTH_METHODS[type])]),
  ) as AuthValues;
}

/** The form's values for a stored method: its secrets stay on the server. */
export function storedAuth(type: DestinationAuthType, auth: Readonly<Record<string, unknown>>): AuthValues {
  const empty = emptyAuth();
  const stored = AUTH_METHODS[type].fields.map(({ name, isSecret }) => {
    const value = auth[name];
    if (isSecret === true) return [name, null] as const;
    return [name, typeof value === "string" ? value : (empty[type][name] ?? "")] as const;
  });
  return { ...empty, [type]: Object.fromEntries(stored) };
}

/** Stands for a secret that is stored, so that the rest of the fields can be checked. */
const KEPT = "kept";

/** The message for each wrong field of the chosen method. */
export function authMistakes(type: DestinationAuthType, values: MethodValues): Record<string, string> {
  const { fields } = AUTH_METHODS[type];
  const filled = fields.flatMap(({ name, isOptional }) => {
    const value = values[name] ?? KEPT;
    return value === "" && isOptional === true ? [] : [[name, value] as const];
  });
  const checked = DESTINATION_AUTH[type].safeParse(Object.fromEntries(filled));
  const mistakes: Record<string, string> = {};
  for (const issue of checked.error?.issues ?? []) {
    const name = String(issue.path[0]);
    mistakes[name] ??= values[name] === "" ? "Required" : messageOf(issue);
  }
  const { service_account_key: key } = values;
  if (type === "GCP_SERVICE_ACCOUNT" && key && !isKeyFile(key))
    mistakes["service_account_key"] ??= "Must be the JSON key file of a service account";
  return mistakes;
}

function messageOf({ code, message }: { code: string; message: string }): string {
  if (code === "too_big") return `At most ${AUTH_FIELD_MAX_CHARACTERS} characters`;
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** `config.auth` for the API. `kept` has the stored credentials; it is read only for secrets that the form keeps. */
export function authInputOf(
  type: DestinationAuthType,
  values: MethodValues,
  kept: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const sent = AUTH_METHODS[type].fields.flatMap(({ name }) => {
    const value = values[name] === null ? kept[name] : values[name];
    return value === "" || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(sent);
}

export function keepsSecret(values: MethodValues): boolean {
  return Object.values(values).includes(null);
}
