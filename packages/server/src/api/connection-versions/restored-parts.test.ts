import type { KeptPart } from "@posthorn/contract/connection-versions";
import { describe, expect, test } from "vitest";
import { restoredParts } from "./restored-parts.ts";

const RETRY = { type: "retry", strategy: "linear", interval: 1000, count: 5, response_status_codes: null };
const CONNECTION: KeptPart = { name: "orders", rules: [RETRY] };
const SOURCE: KeptPart = {
  name: "shop",
  type: "WEBHOOK",
  config: { allowed_http_methods: ["POST"], custom_response: null, auth_type: null },
};
const HTTP = {
  http_method: null,
  path_forwarding_disabled: false,
  rate_limit: null,
  rate_limit_period: "second",
};
const DESTINATION: KeptPart = {
  name: "api",
  type: "HTTP",
  config: { ...HTTP, url: "https://api.example.com/hook" },
};

interface Given {
  connection?: [then: KeptPart, now: KeptPart];
  source?: [then: KeptPart, now: KeptPart];
  destination?: [then: KeptPart, now: KeptPart];
  url?: string;
  path?: string;
}

function restore({ connection, source, destination, url, path }: Given) {
  const [atConnection, nowConnection] = connection ?? [CONNECTION, CONNECTION];
  const [atSource, nowSource] = source ?? [SOURCE, SOURCE];
  const [atDestination, nowDestination] = destination ?? [DESTINATION, DESTINATION];
  return restoredParts(
    { connection: atConnection, source: atSource, destination: atDestination },
    { connection: nowConnection, source: nowSource, destination: nowDestination },
    path === undefined ? { url: url ?? "https://api.example.com/hook" } : { path },
  );
}

const withConfig = (part: KeptPart, config: object): KeptPart => ({
  ...part,
  config: { ...(part["config"] as object), ...config }, // each part above has one
});

test("what is as it was then is not written", () => {
  const { connection, source, destination } = restore({});
  expect([connection.update, source.update, destination.update]).toEqual([null, null, null]);
});

describe("connection", () => {
  test("only what differs is sent", () => {
    const { update } = restore({ connection: [CONNECTION, { ...CONNECTION, rules: [] }] }).connection;
    expect(update).toEqual({ rules: [RETRY] });
  });

  test("a name and a description that were not there become null", () => {
    const now = { ...CONNECTION, description: "Books" };
    expect(restore({ connection: [{ rules: [RETRY] }, now] }).connection.update).toEqual({
      name: null,
      description: null,
    });
  });

  test("rules that are not valid any more are refused with the reason and a way out", () => {
    const then = { ...CONNECTION, rules: [{ type: "delay", delay: -1 }] };
    expect(restore({ connection: [then, CONNECTION] }).connection).toMatchObject({
      update: null,
      obstacle:
        "This part of the version is not valid any more: rules[0].delay must be larger than or equal to 0. Set it by hand in the settings.",
    });
  });
});

describe("source", () => {
  test("authentication stays as it is now, with its method", () => {
    const then = withConfig(
      { ...SOURCE, auth: "secret" },
      { auth_type: "HMAC", allowed_http_methods: ["PUT"] },
    );
    const now = withConfig({ ...SOURCE, auth: "secret", integration_id: "int_1" }, { auth_type: "API_KEY" });

    const { update, kept, after, obstacle } = restore({ source: [then, now] }).source;

    expect(obstacle).toBeNull();
    expect(kept).toEqual(["authentication"]);
    expect(update).toEqual({
      type: "WEBHOOK",
      config: { allowed_http_methods: ["PUT"], custom_response: null, redaction: null },
    });
    expect(after).toMatchObject({
      auth: "secret",
      integration_id: "int_1",
      config: { auth_type: "API_KEY" },
    });
  });

  test("a source that had a secret and has none now stays without one", () => {
    const { after, update, kept } = restore({ source: [{ ...SOURCE, auth: "secret" }, SOURCE] }).source;
    expect([after["auth"], update, kept]).toEqual([undefined, null, ["authentication"]]);
  });

  test("another type is brought back if no authentication is lost by that", () => {
    const then = { ...SOURCE, type: "HTTP" };
    expect(restore({ source: [then, SOURCE] }).source.update).toMatchObject({ type: "HTTP" });
  });

  test.each([
    [{ ...SOURCE, type: "STRIPE", auth: "secret" }, SOURCE],
    [
      { ...SOURCE, type: "STRIPE" },
      { ...SOURCE, auth: "secret" },
    ],
    [{ ...SOURCE, type: "MANAGED" }, SOURCE],
  ])("another type with authentication is refused, with what to do", (then, now) => {
    const { update, obstacle } = restore({ source: [then, now] }).source;
    expect(update).toBeNull();
    expect(obstacle).toBe(
      `The source was of type ${then["type"]} then, and its authentication is not kept. Choose the type and enter its authentication in the settings of the source, then restore.`,
    );
  });

  test("masking that was not there then ends", () => {
    const now = withConfig(SOURCE, { redaction: ["body.email"] });
    expect(restore({ source: [SOURCE, now] }).source.update).toMatchObject({ config: { redaction: null } });
  });
});

const leadingTo = (url: string, config: object = {}) => withConfig(DESTINATION, { url, ...config });
const sent = (given: Given) => {
  const { update, kept, after } = restore(given).destination;
  return { url: update?.config?.url, kept, shown: (after["config"] as { url?: string }).url }; // each has a config
};

describe("destination", () => {
  test("the query of a URL is taken from the present one", () => {
    const destination: [KeptPart, KeptPart] = [
      leadingTo("https://api.example.com/old?…"),
      leadingTo("https://api.example.com/new?…"),
    ];
    expect(sent({ destination, url: "https://api.example.com/new?token=1#part" })).toEqual({
      url: "https://api.example.com/old?token=1#part",
      kept: ["query"],
      shown: "https://api.example.com/old?…",
    });
  });

  test("a query never goes to another host", () => {
    const destination: [KeptPart, KeptPart] = [
      leadingTo("https://old.example.com/hook?…"),
      leadingTo("https://new.example.com/hook?…"),
    ];
    expect(sent({ destination, url: "https://new.example.com/hook?token=1" })).toEqual({
      url: "https://old.example.com/hook",
      kept: ["no_query"],
      shown: "https://old.example.com/hook",
    });
  });

  test("a URL without a query gets none", () => {
    const destination: [KeptPart, KeptPart] = [
      leadingTo("https://api.example.com/hook"),
      leadingTo("https://api.example.com/hook?…"),
    ];
    expect(sent({ destination, url: "https://api.example.com/hook?token=1" })).toEqual({
      url: "https://api.example.com/hook",
      kept: [],
      shown: "https://api.example.com/hook",
    });
  });

  test("a query alone is no difference", () => {
    const destination: [KeptPart, KeptPart] = [
      leadingTo("https://api.example.com/hook?…"),
      leadingTo("https://api.example.com/hook?…"),
    ];
    expect(
      restore({ destination, url: "https://api.example.com/hook?token=2" }).destination.update,
    ).toBeNull();
  });

  test("settings that were not there are taken away, and credentials stay", () => {
    const groups = { key: "body.shop", rate: 5, rate_period: "second" };
    const now = leadingTo("https://api.example.com/hook", {
      delivery_timeout: 30,
      delivery_groups: groups,
      auth_type: "BEARER_TOKEN",
    });
    const { update, kept, after } = restore({
      destination: [DESTINATION, { ...now, auth: "secret" }],
    }).destination;
    expect(update).toEqual({
      config: { ...HTTP, url: "https://api.example.com/hook", delivery_timeout: null, delivery_groups: null },
    });
    expect(kept).toEqual(["authentication"]);
    expect(after).toMatchObject({ auth: "secret", config: { auth_type: "BEARER_TOKEN" } });
  });

  test("a CLI destination that is an HTTP one now gets its path back", () => {
    const cli = {
      name: "api",
      type: "CLI",
      config: { path: "/hooks", http_method: null, path_forwarding_disabled: false },
    };
    expect(restore({ destination: [cli, DESTINATION] }).destination.update).toEqual({
      type: "CLI",
      config: { path: "/hooks", http_method: null, path_forwarding_disabled: false, delivery_timeout: null },
    });
  });
});
