import { publicId } from "@posthorn/contract/ids";
import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import { hasKeyInUrl, wantedSession } from "./upgrade-request.ts";

const [session, one, two] = [newId(), newId(), newId()];
const id = publicId("cli_session", session);
const connections = [one, two].map((key) => publicId("connection", key));
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

test("a session is made of its id, its connections and its filters", () => {
  expect(
    wantedSession({
      "websocket-id": id,
      "x-webhook-ids": connections.join(","),
      "x-session-filters": base64({ body: { type: "order" }, path: "/a", query: null }),
    }),
  ).toEqual({
    key: session,
    connectionKeys: [one, two],
    filters: { body: { type: "order" }, path: "/a", query: null },
  });
});

test("one that says only its id may be known already", () => {
  expect(wantedSession({ "websocket-id": id })).toEqual({ key: session, connectionKeys: null, filters: {} });
});

test("what is no connection is left out", () => {
  expect(wantedSession({ "websocket-id": id, "x-webhook-ids": `nothing, ${connections[1]},` })).toMatchObject(
    {
      connectionKeys: [two],
    },
  );
});

test.each([undefined, "", "ses_", "ses_1", publicId("connection", session), `${id}0`])(
  "an id that cannot be one is refused: %s",
  (text) => {
    expect(wantedSession({ "websocket-id": text })).toEqual({
      status: 404,
      message: "Unknown WebSocket ID.",
    });
  },
);

test.each([
  "not base64 of JSON",
  base64([1]),
  base64({ form: {} }),
  base64({ body: { a: { $ref: "$..x" } } }),
  Buffer.from(`{"body":${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}}`).toString("base64"),
])("filters that cannot be kept are refused: %s", (text) => {
  expect(wantedSession({ "websocket-id": id, "x-session-filters": text })).toEqual({
    status: 422,
    message: "X-Session-Filters must be filters as JSON, in base64.",
  });
});

test.each(["/?api_key=x", "/ws?a=1&token=x", "/?KEY=x", "/?access%5Ftoken="])("%s has a key in it", (url) => {
  expect(hasKeyInUrl(url)).toBe(true);
});

test.each(["/", "/ws", "/ws?monkey=1", "/key", "/?x=key"])("%s has none", (url) => {
  expect(hasKeyInUrl(url)).toBe(false);
});
