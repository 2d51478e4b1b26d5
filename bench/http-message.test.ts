import { expect, test } from "vitest";
import { createMessageReader, headerOf, readMessage, statusOf } from "./http-message.ts";

const ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";

test("a message ends after as many bytes of body as its head announces", () => {
  const message = readMessage(Buffer.from(`${ANSWER}HTTP/1.1`), 0);

  expect(message?.end).toBe(ANSWER.length);
  expect(statusOf(message?.head ?? "")).toBe(200);
  expect(headerOf(message?.head ?? "", "content-type")).toBe("text/plain");
  expect(headerOf(message?.head ?? "", "type")).toBeNull();
});

test("messages are found however the network cuts them", () => {
  const wire = Buffer.from(ANSWER.repeat(3));
  for (let cut = 1; cut < wire.length; cut++) {
    const heads: string[] = [];
    const read = createMessageReader((head) => heads.push(head));

    for (let at = 0; at < wire.length; at += cut) read(wire.subarray(at, at + cut));

    expect(heads).toHaveLength(3);
  }
});

test("a message without a length is an error, not a guess", () => {
  const chunked = Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

  expect(() => readMessage(chunked, 0)).toThrow("content-length");
});
