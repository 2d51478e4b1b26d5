/**
 * Which values does the form of a destination have, when are they valid, and what does it send?
 *
 * One form serves new destinations, settings, and the destination part of a new connection. It keeps the input of
 * options that are not chosen, but neither checks nor sends it.
 */
import { HTTP_METHODS } from "@posthorn/contract/causes";
import {
  DEFAULT_AUTH_TYPE,
  DESTINATION_AUTH_TYPES,
  type DestinationAuthType,
} from "@posthorn/contract/destination-auth";
import {
  DeliveryGroups,
  DESTINATION_TYPES,
  DestinationConfigInput,
  GROUP_RATE_PERIODS,
  RATE_LIMIT_PERIODS,
  type Destination,
  type DestinationInput,
} from "@posthorn/contract/destinations";
import { DELIVERY_GROUP_MAX_RATE, DELIVERY_TIMEOUT_MAX_SECONDS } from "@posthorn/contract/limits";
import { NOT_WHOLE } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { authInputOf, authMistakes, emptyAuth, storedAuth, type AuthValues } from "./auth-methods.ts";

/** `""`: deliveries keep the method of the request. */
export const DELIVERY_METHODS = ["", ...HTTP_METHODS] as const;

/** If the project has no cap: the rate that the form suggests when a person begins to limit. */
export const SUGGESTED_RATE = 5;

const GroupRate = { rate: z.nullable(z.number()), rate_period: z.enum(GROUP_RATE_PERIODS) };
const Groups = z.object({
  key: z.string(),
  ...GroupRate,
  overrides: z.array(z.object({ group: z.string(), ...GroupRate })),
});
export type GroupValues = z.output<typeof Groups>;

const Details = z.object({ name: z.string(), description: z.string() });
export type DestinationDetails = z.output<typeof Details>;

const Configuration = z.object({
  type: z.enum(DESTINATION_TYPES),
  url: z.string(),
  path: z.string(),
  forwards_path: z.boolean(),
  http_method: z.enum(DELIVERY_METHODS),
  has_rate_limit: z.boolean(),
  rate_limit: z.nullable(z.number()),
  rate_limit_period: z.enum(RATE_LIMIT_PERIODS),
  auth_type: z.enum(DESTINATION_AUTH_TYPES),
  // Safe: the form begins with an entry for every method, and fields never remove one.
  auth: z.custom<AuthValues>(),
  delivery_timeout: z.nullable(z.number()),
  has_groups: z.boolean(),
  groups: Groups,
});
export type DestinationConfiguration = z.output<typeof Configuration>;
export type DestinationFormValues = DestinationDetails & DestinationConfiguration;

const NO_GROUPS: GroupValues = { key: "", rate: null, rate_period: "second", overrides: [] };

export function emptyDestination(): DestinationFormValues {
  return {
    name: "",
    description: "",
    type: "HTTP",
    url: "",
    path: "/",
    forwards_path: true,
    http_method: "",
    has_rate_limit: false,
    rate_limit: null,
    rate_limit_period: "second",
    auth_type: DEFAULT_AUTH_TYPE,
    auth: emptyAuth(),
    delivery_timeout: null,
    has_groups: false,
    groups: NO_GROUPS,
  };
}

/** `destination.config.auth` has the credentials if the reader asked for them; their secrets do not reach the form. */
export function destinationValuesOf({
  name,
  description,
  type,
  config,
}: Pick<Destination, "name" | "description" | "type" | "config">): DestinationFormValues {
  const { delivery_groups } = config;
  return {
    name,
    description: description ?? "",
    type,
    url: config.url ?? "",
    path: config.path ?? "/",
    forwards_path: !config.path_forwarding_disabled,
    http_method: config.http_method ?? "",
    has_rate_limit: config.rate_limit != null,
    rate_limit: config.rate_limit ?? null,
    rate_limit_period: config.rate_limit_period ?? "second",
    auth_type: config.auth_type,
    auth: storedAuth(config.auth_type, config.auth),
    delivery_timeout: config.delivery_timeout ?? null,
    has_groups: delivery_groups !== undefined,
    groups: delivery_groups
      ? {
          ...delivery_groups,
          overrides: Object.entries(delivery_groups.overrides ?? {}).map(
            ([group, { rate, rate_period }]) => ({ group, rate, rate_period }),
          ),
        }
      : NO_GROUPS,
  };
}

type Mistake = readonly [path: readonly (string | number)[], message: string];

function placeMistakes({ type, url, path }: DestinationConfiguration): Mistake[] {
  if (type === "HTTP") {
    if (url.trim() === "") return [[["url"], "Required"]];
    const checked = DestinationConfigInput.safeParse({ url: url.trim() });
    return checked.success ? [] : [[["url"], "Must be a valid HTTP url"]];
  }
  if (type === "CLI") {
    const checked = DestinationConfigInput.safeParse({ path: path.trim() });
    return checked.success ? [] : [[["path"], 'Must be a valid pathname and start with "/"']];
  }
  return [];
}

function rateMistake(rate: number | null, mostRate = Number.POSITIVE_INFINITY): string | undefined {
  if (rate === null) return "Required";
  if (!Number.isInteger(rate)) return NOT_WHOLE;
  if (rate < 1) return "Must be greater than 0";
  return rate > mostRate ? `Must be at most ${mostRate}` : undefined;
}

function groupMistakes({ key, rate, overrides }: GroupValues): Mistake[] {
  const mistakes: Mistake[] = [];
  const add = (path: readonly (string | number)[], message: string | undefined) => {
    if (message !== undefined) mistakes.push([["groups", ...path], message]);
  };
  if (key === "") add(["key"], "Required");
  else if (!DeliveryGroups.safeParse({ key, rate: 1, rate_period: "second" }).success)
    add(["key"], "Must begin with headers, body, query or path: body.customer.id");
  add(["rate"], rateMistake(rate, DELIVERY_GROUP_MAX_RATE));
  for (const [at, override] of overrides.entries()) {
    const isSecond = overrides.findIndex(({ group }) => group === override.group) < at;
    add(
      ["overrides", at, "group"],
      override.group === "" ? "Required" : isSecond ? "This group has a rate already" : undefined,
    );
    add(["overrides", at, "rate"], rateMistake(override.rate, DELIVERY_GROUP_MAX_RATE));
  }
  return mistakes;
}

function timeoutMistake(seconds: number | null): string | undefined {
  if (seconds === null) return undefined;
  if (!Number.isInteger(seconds)) return NOT_WHOLE;
  const isValid = seconds >= 1 && seconds <= DELIVERY_TIMEOUT_MAX_SECONDS;
  return isValid ? undefined : `Must be between 1 and ${DELIVERY_TIMEOUT_MAX_SECONDS} seconds`;
}

/** A CLI has no rate: the developer's machine takes what comes. */
export function hasRate({ type }: Pick<DestinationConfiguration, "type">): boolean {
  return type !== "CLI";
}

/** Nothing leaves Posthorn for a mock, so nobody asks for a proof. */
export function hasAuth({ type }: Pick<DestinationConfiguration, "type">): boolean {
  return type !== "MOCK_API";
}

/** Does anything in the advanced part differ from the default? */
export function usesAdvanced(values: DestinationConfiguration): boolean {
  return (
    !values.forwards_path ||
    values.http_method !== "" ||
    values.has_rate_limit ||
    values.delivery_timeout !== null ||
    values.has_groups
  );
}

function detailMistakes({ name }: DestinationDetails): Mistake[] {
  return name === "" ? [[["name"], "Required"]] : [];
}

function configurationMistakes(values: DestinationConfiguration): Mistake[] {
  const { auth_type, auth } = values;
  const rate = hasRate(values) && values.has_rate_limit ? rateMistake(values.rate_limit) : undefined;
  const timeout = timeoutMistake(values.delivery_timeout);
  return [
    ...placeMistakes(values),
    ...Object.entries(hasAuth(values) ? authMistakes(auth_type, auth[auth_type]) : {}).map(
      ([field, message]) => [["auth", auth_type, field], message] as const,
    ),
    ...(rate === undefined ? [] : [[["rate_limit"], rate] as const]),
    ...(timeout === undefined ? [] : [[["delivery_timeout"], timeout] as const]),
    ...(hasRate(values) && values.has_groups ? groupMistakes(values.groups) : []),
  ];
}

/** Everything that is wrong, in the order of the form. */
export function destinationMistakes(values: DestinationFormValues): Mistake[] {
  return [...detailMistakes(values), ...configurationMistakes(values)];
}

/** Needs no check of length or characters of the name: the field turns every input into a valid name. */
function checkedBy<Value>(mistakesOf: (value: Value) => Mistake[]) {
  return ({ value, issues }: z.core.ParsePayload<Value>): void => {
    for (const [path, message] of mistakesOf(value))
      issues.push({ code: "custom", path: [...path], message, input: value });
  };
}

/** The settings save both parts separately. */
export const DetailsForm = Details.check(checkedBy(detailMistakes));
export const ConfigurationForm = Configuration.check(checkedBy(configurationMistakes));
/** Unchecked, for a form in which the destination may be left out. */
export const DestinationValues = z.object({ ...Details.shape, ...Configuration.shape });
export const DestinationForm = DestinationValues.check(checkedBy(destinationMistakes));

/** `delivery_groups` for the API. A valid form has a rate everywhere. */
function groupsInputOf({ key, rate, rate_period, overrides }: GroupValues) {
  return {
    key,
    rate: rate ?? 1,
    rate_period,
    overrides:
      overrides.length === 0
        ? null
        : Object.fromEntries(
            overrides.map((override) => [
              override.group,
              { rate: override.rate ?? 1, rate_period: override.rate_period },
            ]),
          ),
  };
}

/** `config` for the API. `kept`: see `authInputOf`. */
export function destinationConfigOf(
  values: DestinationConfiguration,
  kept: Readonly<Record<string, unknown>> = {},
): NonNullable<DestinationInput["config"]> {
  const { type, auth_type, rate_limit_period } = values;
  return {
    ...(type === "HTTP" && { url: values.url.trim() }),
    ...(type === "CLI" && { path: values.path.trim() }),
    http_method: values.http_method === "" ? null : values.http_method,
    path_forwarding_disabled: !values.forwards_path,
    delivery_timeout: values.delivery_timeout,
    ...(hasRate(values) && {
      rate_limit: values.has_rate_limit ? values.rate_limit : null,
      rate_limit_period,
      delivery_groups: values.has_groups ? groupsInputOf(values.groups) : null,
    }),
    ...(hasAuth(values) && {
      auth_type,
      auth: auth_type === DEFAULT_AUTH_TYPE ? null : authInputOf(auth_type, values.auth[auth_type], kept),
    }),
  };
}

export function destinationDetailsOf({ name, description }: DestinationDetails) {
  return { name, description: description === "" ? null : description };
}

export function destinationInputOf(values: DestinationFormValues): DestinationInput {
  return { ...destinationDetailsOf(values), type: values.type, config: destinationConfigOf(values) };
}

/** Where the form shows a complaint of the server: `config.auth.username` belongs to the chosen method. */
export function destinationFieldOf(path: string, auth_type: DestinationAuthType): string {
  if (path.startsWith("config.auth.")) return `auth.${auth_type}.${path.slice("config.auth.".length)}`;
  if (path === "config.path_forwarding_disabled") return "forwards_path";
  return path.replace(/^config\.delivery_groups/, "groups").replace(/^config\./, "");
}
