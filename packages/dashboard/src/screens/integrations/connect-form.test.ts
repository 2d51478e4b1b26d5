import { expect, test } from "vitest";
import { headersIn } from "../../resources/team-integrations/header-lines.ts";
import { CONNECT_FORMS, EMPTY, integrationInputOf } from "./connect-form.ts";

test("headers are lines; a value may contain colons, and empty lines do not count", () => {
  expect(headersIn("Authorization: Basic a:b\n\n api-key : x ")).toEqual({
    Authorization: "Basic a:b",
    "api-key": "x",
  });
  expect([headersIn("no colon"), headersIn("name:"), headersIn(": value")]).toEqual([null, null, null]);
});

const mistakes = (provider: keyof typeof CONNECT_FORMS, values: object) =>
  CONNECT_FORMS[provider].safeParse({ ...EMPTY, ...values }).error?.issues.map(({ message }) => message);

test("each provider checks its own fields only", () => {
  expect(mistakes("prometheus", {})).toBeUndefined();
  expect(mistakes("datadog", {})).toEqual(["Required"]);
  expect(mistakes("opentelemetry", { url: "otel.acme.dev" })).toEqual(["Must be a valid HTTP url"]);
  expect(mistakes("opentelemetry", { url: "https://a.dev", headers: "Host: b" })).toEqual([
    "Posthorn sets this header itself",
  ]);
  expect(mistakes("opentelemetry", { url: "https://a.dev", headers: "nonsense" })).toEqual([
    "Write each header on a line of its own: Name: value",
  ]);
});

test("a channel needs the credentials of the way that the person chose", () => {
  expect(mistakes("slack", {})).toEqual(["Required"]);
  expect(mistakes("slack", { token: "xoxb-1" })).toBeUndefined();
  expect(mistakes("slack", { token: "two words" })).toEqual(["Must be one word of plain characters"]);
  expect(mistakes("slack", { method: "webhook", token: "xoxb-1" })).toEqual(["Required"]);
  expect(mistakes("discord", { webhook_url: "discord.com/x" })).toEqual(["Must be a valid HTTP url"]);
  expect(mistakes("pagerduty", { api_key: "x" })).toEqual(["Required"]);
  expect(mistakes("opsgenie", { api_key: "x" })).toBeUndefined();
});

test.each([
  ["slack", { token: " xoxb-1 " }, { token: "xoxb-1" }],
  ["slack", { method: "webhook", webhook_url: "https://a.dev" }, { webhook_url: "https://a.dev" }],
  ["microsoft_teams", { webhook_url: " https://a.dev " }, { webhook_url: "https://a.dev" }],
  ["discord", { webhook_url: "https://a.dev" }, { webhook_url: "https://a.dev" }],
  ["pagerduty", { routing_key: "R0 " }, { routing_key: "R0" }],
  ["opsgenie", { api_key: "k", region: "eu" }, { region: "eu", api_key: "k" }],
] as const)("the API gets what %s needs: %j", (provider, typed, configs) => {
  expect(integrationInputOf(provider, { ...EMPTY, ...typed })).toEqual({ provider, configs });
});

test("the API gets what was typed, without spaces around it", () => {
  const typed = { ...EMPTY, url: " https://a.dev ", headers: "x: y", api_key: " key " };

  expect(integrationInputOf("opentelemetry", typed)).toEqual({
    provider: "opentelemetry",
    configs: { url: "https://a.dev", headers: { x: "y" } },
  });
  expect(integrationInputOf("datadog", typed)).toEqual({
    provider: "datadog",
    configs: { site: "datadoghq.com", api_key: "key" },
  });
});
