import { getConnection, upsertConnection } from "@posthorn/contract/connections";
import {
  getDestination,
  listDestinations,
  updateDestination,
  upsertDestination,
} from "@posthorn/contract/destinations";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import {
  destinationFilters,
  destinationList,
  destinationSecrets,
  destinationUrl,
} from "./destination-url.ts";

const { body, told } = wire(upsertDestination, destinationUrl);
const { body: update } = wire(updateDestination, destinationUrl);
const { reply } = wire(getDestination, destinationUrl);

const SHARED = { http_method: null, path_forwarding_disabled: false, auth_type: "BASIC_AUTH", auth: {} };
const destination = (type: string, config: object) => ({
  id: "des_1",
  name: "api",
  type,
  config: { ...SHARED, ...config },
});

test("an HTTP destination is one with a url, and everything stands at its top", () => {
  const settings = {
    rate_limit: 5,
    rate_limit_period: "minute",
    http_method: "PUT",
    path_forwarding_disabled: true,
  };

  expect(body({ name: "api", url: "https://example.com", ...settings })).toEqual({
    name: "api",
    type: "HTTP",
    config: { url: "https://example.com", ...settings },
  });
  expect(
    reply(destination("HTTP", { url: "https://example.com", rate_limit: 5, rate_limit_period: "minute" })),
  ).toEqual({
    id: "des_1",
    name: "api",
    url: "https://example.com",
    cli_path: null,
    http_method: null,
    path_forwarding_disabled: false,
    rate_limit: 5,
    rate_limit_period: "minute",
    auth_method: { type: "BASIC_AUTH" },
  });
});

test("a CLI is one with a path", () => {
  expect(body({ name: "api", cli_path: "/hooks", url: null })).toEqual({
    name: "api",
    type: "CLI",
    config: { path: "/hooks" },
  });
  expect(reply(destination("CLI", { path: "/hooks" }))).toMatchObject({
    url: null,
    cli_path: "/hooks",
    rate_limit: null,
    rate_limit_period: null,
  });
});

test("the mock is known by its address", () => {
  for (const url of ["https://mock.hookdeck.com", "https://mock.hookdeck.com/any"])
    expect(body({ name: "api", url })).toEqual({ name: "api", type: "MOCK_API" });
  expect(reply(destination("MOCK_API", { rate_limit: null, rate_limit_period: "second" }))).toMatchObject({
    url: "https://mock.hookdeck.com",
  });
});

test("credentials are an auth_method", () => {
  const config = { username: "u", password: "p" };

  expect(update({ auth_method: { type: "BASIC_AUTH", config } })).toEqual({
    config: { auth_type: "BASIC_AUTH", auth: config },
  });
  expect(update({ auth_method: { type: "HOOKDECK_SIGNATURE" } })).toEqual({
    config: { auth_type: "HOOKDECK_SIGNATURE" },
  });
  expect(update({ auth_method: null })).toEqual({ config: { auth_type: null, auth: null } });
});

test("what is not mentioned is not mentioned", () => {
  expect(update({ name: "other" })).toEqual({ name: "other" });
  expect(update({ rate_limit: null })).toEqual({ config: { rate_limit: null } });
});

test("callers are told about the fields that they know", () => {
  expect(body({ name: "api", type: "HTTP", config: {} })).toEqual([
    "type is not allowed",
    "config is not allowed",
  ]);
  expect(body({ name: "api", url: "https://example.com", cli_path: "/" })).toEqual([
    "cli_path is not allowed together with url",
  ]);
  expect(body({ name: "api", url: "ftp://example.com" })).toEqual(["Must be a valid HTTP url"]);
  expect(told("config.url is required")).toEqual(["url is required"]);
  expect(told("config.path is required")).toEqual(["cli_path is required"]);
  expect(told("config.rate_limit_period is not allowed")).toEqual(["rate_limit_period is not allowed"]);
  expect(told("config.auth.username is required")).toEqual(["auth_method.config.username is required"]);
});

test("a destination within a connection is no other", () => {
  const connect = wire(upsertConnection, destinationUrl);

  expect(connect.body({ source: { name: "s" }, destination: { name: "api", cli_path: "/" } })).toEqual({
    source: { name: "s" },
    destination: { name: "api", type: "CLI", config: { path: "/" } },
  });
  expect(connect.told("destination.config.url is required")).toEqual(["destination.url is required"]);
  const shown = wire(getConnection, destinationUrl).reply({
    destination: destination("CLI", { path: "/" }),
  });
  expect(shown).toMatchObject({ destination: { cli_path: "/" } });
});

test("credentials cannot be asked for", () => {
  expect(wire(getDestination, destinationSecrets).query({ include: "config.auth" })).toEqual({});
});

test("the list knows no type and one sort key", () => {
  const { query } = wire(listDestinations, destinationList);

  expect(query({ type: "HTTP", order_by: "created_at", dir: "asc" })).toEqual({
    order_by: "created_at",
    dir: "asc",
  });
  expect(query({ order_by: "name" })).toEqual(["order_by must be one of [created_at]"]);
});

test("the list of 2024 can be narrowed by address and path", () => {
  const { query } = wire(listDestinations, destinationList, destinationFilters);

  expect(query({ url: ["https://a.example", "https://b.example"], cli_path: { any: "true" } })).toEqual({
    url: ["https://a.example", "https://b.example"],
    path: { any: "true" },
  });
  expect(wire(listDestinations, destinationList).query({ url: "https://a.example", path: "/" })).toEqual({});
});
