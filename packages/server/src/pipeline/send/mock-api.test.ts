import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import { expect, test } from "vitest";
import { mockResponse } from "./mock-api.ts";

const answer = (path: string, body: string | null) => {
  const { body: bytes, ...rest } = mockResponse("POST", path, body === null ? null : Buffer.from(body));
  return { ...rest, body: JSON.parse(bytes.toString()) };
};

test("says what it got", () => {
  expect(answer("/orders?x=1", '{"a":1}')).toEqual({
    status: 200,
    headers: ["content-type", "application/json; charset=utf-8"],
    cut: false,
    body: {
      message: "Accepted",
      next_step: "Change the destination's type to HTTP and give it the URL of your own server.",
      received_data: { a: 1 },
      requested_path: "/orders?x=1",
    },
  });
  expect(answer("/", "not JSON").body.received_data).toBe("not JSON");
  expect(answer("/", null).body.received_data).toBeNull();
});

test.each([
  ["/?status=500", 500],
  ["/a?x=1&status=204", 204],
  ["/?status=404&status=500", 404],
  ["/?status=100", 200],
  ["/?status=600", 200],
  ["/?status=5e2", 200],
  ["/?status=", 200],
])("%s answers %i", (path, status) => {
  expect(mockResponse("POST", path, null).status).toBe(status);
});

test("HEAD is answered without a body", () => {
  expect(mockResponse("HEAD", "/?status=418", null)).toMatchObject({
    status: 418,
    body: Buffer.of(),
    cut: false,
  });
});

test("an answer is cut where every answer is", () => {
  const { body, cut } = mockResponse("POST", "/", Buffer.alloc(10 * 1024 * 1024, "x"));

  expect([body.length, cut]).toEqual([RESPONSE_BODY_KEPT_BYTES, true]);
});
