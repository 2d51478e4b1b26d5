import { getConnection, upsertConnection } from "@posthorn/contract/connections";
import { getSource, listSources, updateSource, upsertSource } from "@posthorn/contract/sources";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import { sourceInclude, sourceList, sourceVerification } from "./source-verification.ts";

const CONFIGS = { algorithm: "sha256", encoding: "hex", header_key: "x-sign", webhook_secret_key: "s" };
const RESPONSE = { content_type: "text", body: "ok" };

const { body } = wire(upsertSource, sourceVerification);
const { body: update } = wire(updateSource, sourceVerification);
const { reply } = wire(getSource, sourceVerification);

const source = (type: string, auth: object, authenticated = true) => ({
  id: "src_1",
  name: "shop",
  type,
  authenticated,
  config: { allowed_http_methods: ["POST"], custom_response: null, ...auth },
});
const verificationOf = (...given: Parameters<typeof source>) => reply(source(...given));

test("methods and response stand at the top of a source", () => {
  expect(body({ name: "shop", allowed_http_methods: ["PUT"], custom_response: RESPONSE })).toEqual({
    name: "shop",
    config: { allowed_http_methods: ["PUT"], custom_response: RESPONSE },
  });
  expect(reply(source("WEBHOOK", { custom_response: RESPONSE }, false))).toEqual({
    id: "src_1",
    name: "shop",
    allowed_http_methods: ["POST"],
    custom_response: RESPONSE,
    verification: null,
  });
  expect(body({ name: "shop", description: "d" })).toEqual({ name: "shop", description: "d" });
});

test("a generic way to verify is the authentication of a WEBHOOK", () => {
  const sent = { name: "shop", verification: { type: "hmac", configs: CONFIGS } };

  expect(body(sent)).toEqual({
    name: "shop",
    type: "WEBHOOK",
    config: { auth_type: "HMAC", auth: CONFIGS },
  });
  expect(verificationOf("WEBHOOK", { auth_type: "HMAC" })).toMatchObject({ verification: { type: "hmac" } });
});

test("a way that came later has the name of today", () => {
  const configs = { webhook_secret_key: "whsec_MfKQ9r8GKYqrTwjU" };

  expect(body({ name: "shop", verification: { type: "STANDARD_WEBHOOKS", configs } })).toEqual({
    name: "shop",
    type: "WEBHOOK",
    config: { auth_type: "STANDARD_WEBHOOKS", auth: configs },
  });
  for (const type of ["WEBHOOK", "GITLAB"])
    expect(verificationOf(type, { auth_type: "STANDARD_WEBHOOKS" })).toMatchObject({
      verification: { type: "STANDARD_WEBHOOKS" },
    });
  expect(verificationOf("CLAUDE", {}, false)).toMatchObject({ verification: null });
  expect(body({ name: "shop", verification: { type: "PAYSTACK", configs } })).toMatchObject({
    type: "PAYSTACK",
  });
});

test("the way of a provider is the type of the source, in either spelling", () => {
  const configs = { webhook_secret_key: "s" };

  for (const type of ["stripe", "STRIPE"])
    expect(body({ name: "shop", verification: { type, configs } })).toEqual({
      name: "shop",
      type: "STRIPE",
      config: { auth: configs },
    });
  expect(body({ name: "shop", verification: { type: "property-finder" } })).toMatchObject({
    type: "PROPERTY-FINDER",
  });
  expect(verificationOf("STRIPE", {})).toMatchObject({ verification: { type: "stripe" } });
  expect(verificationOf("WEBHOOK", { auth_type: "STRIPE" })).toMatchObject({
    verification: { type: "stripe" },
  });
});

test("types that came later keep their name, and can be written back", () => {
  expect(verificationOf("OPENAI", {})).toMatchObject({ verification: { type: "OPENAI" } });
  expect(body({ name: "shop", verification: { type: "OPENAI" } })).toMatchObject({ type: "OPENAI" });
});

test("there is one bridge", () => {
  expect(body({ name: "shop", verification: { type: "bridge" } })).toMatchObject({ type: "BRIDGE_XYZ" });
  expect(body({ name: "shop", verification: { type: "BRIDGE" } })).toMatchObject({ type: "BRIDGE_XYZ" });
  expect(verificationOf("BRIDGE_XYZ", {})).toMatchObject({ verification: { type: "bridge" } });
  expect(verificationOf("BRIDGE_API", {})).toMatchObject({ verification: { type: "BRIDGE_API" } });
});

test("no verification takes it away, and no word about it leaves it alone", () => {
  expect(update({ verification: null })).toEqual({ config: { auth: null, auth_type: null } });
  expect(update({ allowed_http_methods: ["GET"] })).toEqual({ config: { allowed_http_methods: ["GET"] } });
  expect(update({ allowed_http_methods: null, custom_response: null })).toEqual({
    config: { custom_response: null },
  });
});

test("a managed source has neither methods nor a response to show", () => {
  expect(reply({ ...source("MANAGED", {}), config: {} })).toMatchObject({
    allowed_http_methods: null,
    custom_response: null,
    verification: { type: "MANAGED" },
  });
});

test("callers are told about the fields that they know", () => {
  expect(body({ name: "shop", type: "STRIPE", config: {} })).toEqual([
    "type is not allowed",
    "config is not allowed",
  ]);
  expect(body({ name: "shop", allowed_http_methods: ["SING"] })).toEqual([
    "allowed_http_methods[0] must be one of [GET, POST, PUT, PATCH, DELETE, HEAD, QUERY]",
  ]);
  expect(body({ name: "shop", verification: {} })).toEqual(["verification.type is required"]);
  const { told } = wire(upsertSource, sourceVerification);
  expect(told("config.auth.header_key is required")).toEqual(["verification.configs.header_key is required"]);
  expect(told("config.auth_type is required")).toEqual(["verification.type is required"]);
});

test("a source within a connection is no other", () => {
  const { body: connect, told } = wire(upsertConnection, sourceVerification);
  const destination = { name: "api", config: { url: "https://example.com" } };

  const sent = { name: "c", source: { name: "shop", verification: { type: "stripe" } }, destination };
  expect(connect(sent)).toEqual({ name: "c", source: { name: "shop", type: "STRIPE" }, destination });
  expect(told("source.config.auth is required")).toEqual(["source.verification.configs is required"]);
  expect(told("destination.config.auth is required")).toEqual(["destination.config.auth is required"]);

  const shown = wire(getConnection, sourceVerification).reply({ id: "web_1", source: source("STRIPE", {}) });
  expect(shown).toMatchObject({ id: "web_1", source: { verification: { type: "stripe" } } });
});

test("secrets are asked for by their name here", () => {
  const { query } = wire(getSource, sourceVerification, sourceInclude);

  expect(query({ include: "verification.configs" })).toEqual({ include: "config.auth" });
  expect(query({})).toEqual({});
  expect(query({ include: "config.auth" })).toEqual(["include must be one of [verification.configs]"]);
  const shown = reply(source("WEBHOOK", { auth_type: "HMAC", auth: CONFIGS }));
  expect(shown).toMatchObject({ verification: { type: "hmac", configs: CONFIGS } });
});

test("the list knows no type and one sort key", () => {
  const { query } = wire(listSources, sourceList);

  expect(query({ type: "STRIPE", name: "shop", order_by: "created_at" })).toEqual({
    name: "shop",
    order_by: "created_at",
  });
  expect(query({ order_by: "name" })).toEqual(["order_by must be one of [created_at]"]);
});
