import { DESTINATION_AUTH_TYPES } from "@posthorn/contract/destination-auth";
import { DestinationInput } from "@posthorn/contract/destinations";
import { expect, test } from "vitest";
import { AUTH_METHODS, authMistakes, emptyAuth, storedAuth } from "./auth-methods.ts";
import {
  DestinationForm,
  destinationConfigOf,
  destinationFieldOf,
  destinationInputOf,
  destinationMistakes,
  destinationValuesOf,
  emptyDestination,
  type DestinationFormValues,
} from "./destination-form.ts";

function filled(change: Partial<DestinationFormValues> = {}): DestinationFormValues {
  return { ...emptyDestination(), name: "ledger", url: "https://ledger.acme.dev", ...change };
}

const mistakes = (values: DestinationFormValues) =>
  Object.fromEntries(destinationMistakes(values).map(([path, message]) => [path.join("."), message]));

test("an empty form asks for name and URL, and a filled one is valid", () => {
  expect(mistakes(emptyDestination())).toEqual({ name: "Required", url: "Required" });
  expect(DestinationForm.safeParse(filled()).success).toBe(true);
});

test("the URL must be HTTP, and the path of a CLI begins with a slash", () => {
  for (const url of ["ledger.acme.dev", "ftp://a.b", "https://u:p@a.b", "http://"])
    expect(mistakes(filled({ url }))).toEqual({ url: "Must be a valid HTTP url" });
  for (const path of ["", "webhooks", "//host", "/a b"])
    expect(mistakes(filled({ type: "CLI", path }))).toEqual({
      path: 'Must be a valid pathname and start with "/"',
    });
  expect(mistakes(filled({ type: "MOCK_API", url: "", path: "" }))).toEqual({});
});

test("a rate is a whole number above 0, where a destination has one", () => {
  const limited = (rate_limit: number | null, type: "HTTP" | "CLI" = "HTTP") =>
    mistakes(filled({ type, has_rate_limit: true, rate_limit }))["rate_limit"];

  expect([null, 0, -1, 1.5, 1].map((rate) => limited(rate))).toEqual([
    "Required",
    "Must be greater than 0",
    "Must be greater than 0",
    "Must be a whole number",
    undefined,
  ]);
  expect(limited(0, "CLI")).toBeUndefined();
  expect(mistakes(filled({ delivery_timeout: 901 }))).toEqual({
    delivery_timeout: "Must be between 1 and 900 seconds",
  });
});

test("groups need a key that names a part of the request, and each group one rate", () => {
  const groups = {
    key: "customer",
    rate: 0,
    rate_period: "second" as const,
    overrides: [
      { group: "acme", rate: 1, rate_period: "minute" as const },
      { group: "acme", rate: null, rate_period: "minute" as const },
    ],
  };

  expect(mistakes(filled({ has_groups: true, groups }))).toEqual({
    "groups.key": "Must begin with headers, body, query or path: body.customer.id",
    "groups.rate": "Must be greater than 0",
    "groups.overrides.1.group": "This group has a rate already",
    "groups.overrides.1.rate": "Required",
  });
});

test("a rate or a timeout of half a unit is told so", () => {
  const halves = filled({ has_rate_limit: true, rate_limit: 0.5, delivery_timeout: 1.5 });

  expect(mistakes(halves)).toEqual({
    rate_limit: "Must be a whole number",
    delivery_timeout: "Must be a whole number",
  });
});

test("a mock asks for no authentication: what was typed for it is neither checked nor sent", () => {
  const mock = filled({ type: "MOCK_API", auth_type: "BEARER_TOKEN" });

  expect(mistakes(mock)).toEqual({});
  expect(destinationConfigOf(mock)).not.toHaveProperty("auth_type");
  expect(destinationConfigOf(mock)).not.toHaveProperty("auth");
});

test.each(DESTINATION_AUTH_TYPES)("%s asks for what the contract asks for", (type) => {
  const required = AUTH_METHODS[type].fields
    .filter(({ isOptional, options }) => isOptional !== true && options === undefined)
    .map(({ name }) => [name, "Required"]);

  expect(authMistakes(type, emptyAuth()[type])).toEqual(Object.fromEntries(required));
});

test.each([
  ['{"client_email":"robot@example.com","private_key":"-----BEGIN"}', {}],
  [null, {}], // the stored one
  ["{}", { service_account_key: "Must be the JSON key file of a service account" }],
  ["key", { service_account_key: "Must be the JSON key file of a service account" }],
])("a service account needs its key file, not just any text: %s", (service_account_key, mistaken) => {
  expect(authMistakes("GCP_SERVICE_ACCOUNT", { service_account_key, scope: "" })).toEqual(mistaken);
});

test.each(DESTINATION_AUTH_TYPES)("%s: a filled form is what the API accepts", (type) => {
  const formed: Record<string, string> = {
    auth_server: "https://auth.acme.dev/token",
    service_account_key: '{"client_email":"a","private_key":"b"}',
  };
  const texts = AUTH_METHODS[type].fields.map(({ name, options }) => [
    name,
    options?.[0]?.value ?? formed[name] ?? "abc",
  ]);
  const auth = { ...emptyAuth(), [type]: Object.fromEntries(texts) };
  const values = filled({ auth_type: type, auth, has_rate_limit: true, rate_limit: 3 });

  expect(mistakes(values)).toEqual({});
  expect(DestinationInput.safeParse(destinationInputOf(values)).success).toBe(true);
});

test("what the contract refuses in a credential is said beside its field", () => {
  const auth = { ...emptyAuth(), API_KEY: { to: "header", key: "bad name", api_key: "x" } };

  expect(mistakes(filled({ auth_type: "API_KEY", auth }))).toEqual({
    "auth.API_KEY.key": "Must be a valid HTTP header name",
  });
});

test("stored secrets do not reach the form, and stay if nothing is typed over them", () => {
  const stored = { username: "ada", password: "secret" };
  const auth = storedAuth("BASIC_AUTH", stored);
  expect(auth.BASIC_AUTH).toEqual({ username: "ada", password: null });
  const renamed = { ...auth, BASIC_AUTH: { username: "grace", password: null } };

  expect(mistakes(filled({ auth_type: "BASIC_AUTH", auth: renamed }))).toEqual({});
  expect(destinationConfigOf(filled({ auth_type: "BASIC_AUTH", auth: renamed }), stored).auth).toEqual({
    username: "grace",
    password: "secret",
  });
});

test("a destination that is read and written back stays as it is", () => {
  const config = {
    url: "https://ledger.acme.dev",
    http_method: "PUT" as const,
    path_forwarding_disabled: true,
    rate_limit: 10,
    rate_limit_period: "concurrent" as const,
    delivery_groups: {
      key: "body.customer.id",
      rate: 5,
      rate_period: "minute" as const,
      overrides: { acme: { rate: 9, rate_period: "hour" as const } },
    },
    delivery_timeout: 30,
    auth_type: "BEARER_TOKEN" as const,
    auth: { token: "t" },
  };
  const values = destinationValuesOf({ name: "ledger", description: null, type: "HTTP", config });

  expect(destinationConfigOf(values, config.auth)).toEqual(config);
  expect(destinationConfigOf({ ...values, type: "CLI", path: "/hooks" }, config.auth)).toEqual({
    path: "/hooks",
    http_method: "PUT",
    path_forwarding_disabled: true,
    delivery_timeout: 30,
    auth_type: "BEARER_TOKEN",
    auth: { token: "t" },
  });
});

test("a complaint of the server finds its field", () => {
  expect(
    ["config.url", "config.auth.token", "config.delivery_groups.key", "name"].map((path) =>
      destinationFieldOf(path, "BEARER_TOKEN"),
    ),
  ).toEqual(["url", "auth.BEARER_TOKEN.token", "groups.key", "name"]);
});
