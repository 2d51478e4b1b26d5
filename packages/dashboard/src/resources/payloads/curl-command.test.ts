import { execFile, execFileSync } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { shellQuoted } from "../sources/curl-example.ts";
import { curlCommand, type CurlRequest } from "./curl-command.ts";

const OUTPUT_MAX_BYTES = 8_000_000;

const NASTY = [
  "plain",
  "it's",
  "'",
  "''\\'",
  '$HOME `id` $(id) "x"',
  "back\\slash \\n",
  "two\nlines\n",
  "\ttab\r\n",
  "!history !!",
  "@file",
  "-x --data",
  "",
  "snow ☃ and 🐌",
  "{a,b} [1-3] * ? ~ #",
  "%s %d",
];

function run(script: string): Buffer {
  return execFileSync("sh", [], { input: script, maxBuffer: OUTPUT_MAX_BYTES });
}

/** What the shell passes to the program: a function in place of curl prints its arguments and its input. */
function argumentsSeen(command: string): { words: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; case " $* " in *" @- "*) cat;; esac; }\n${command}`;
  const parts = run(script).toString("utf8").split("\0");
  return { words: parts.slice(0, -1), input: parts.at(-1) ?? "" };
}

function valuesOf(words: string[], option: string): string[] {
  return words.flatMap((word, at) => (word === option ? [words[at + 1] ?? ""] : []));
}

const request: CurlRequest = {
  method: "POST",
  url: "https://orders.acme.dev/hooks?a[]=1&b={x}&c='q'",
  headers: {
    "content-type": "application/json",
    "x-empty": "",
    "x-quote": "it's",
    Host: "a",
    "content-length": "9",
  },
  body: '{"a":"it\'s $HOME"}\n',
};

describe("pasted into a shell", () => {
  test.each(NASTY)("%j arrives as it was", (text) => {
    const seen = run(`printf '%s' ${shellQuoted(text)}`);

    expect(seen.equals(Buffer.from(text))).toBe(true);
  });

  test("method, address, headers and body are those of the request", () => {
    const { words } = argumentsSeen(curlCommand(request));

    expect(valuesOf(words, "-X")).toEqual(["POST"]);
    expect(words).toContain(request.url);
    expect(valuesOf(words, "--data-raw")).toEqual([request.body]);
    expect(valuesOf(words, "-H")).toEqual([
      "content-type: application/json",
      "x-empty;",
      "x-quote: it's",
      "accept:",
      "user-agent:",
      "expect:",
    ]);
  });

  test("a body too long for one argument arrives whole through a pipe", () => {
    const body = `${"it's ☃ ".repeat(40_000)}\n`;

    const { words, input } = argumentsSeen(curlCommand({ ...request, body }));

    expect(valuesOf(words, "--data-binary")).toEqual(["@-"]);
    expect(input === body).toBe(true);
  });
});

test("a request without a body sends none", () => {
  expect(curlCommand({ ...request, method: "GET", body: "" })).not.toContain("--data");
});

test("HEAD is asked for in the way in which curl does not wait for a body", () => {
  const bare = argumentsSeen(curlCommand({ ...request, method: "HEAD", body: "" })).words;
  const withBody = argumentsSeen(curlCommand({ ...request, method: "HEAD" })).words;

  expect(bare).toContain("-I");
  expect(bare).not.toContain("-X");
  expect(valuesOf(withBody, "-X")).toEqual(["HEAD"]);
  expect(withBody).toContain("--ignore-content-length");
  expect(valuesOf(withBody, "--data-raw")).toEqual([request.body]);
});

test("QUERY carries its body", () => {
  const { words } = argumentsSeen(curlCommand({ ...request, method: "QUERY" }));

  expect(valuesOf(words, "-X")).toEqual(["QUERY"]);
  expect(valuesOf(words, "--data-raw")).toEqual([request.body]);
});

/** Runs the command with the real curl, and returns the bytes that arrive on the wire. */
async function bytesSent(requestTo: (url: string) => CurlRequest): Promise<Buffer> {
  let received = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (isWhole(received)) socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  // Safe: a server that listens on a port has an address with that port.
  const { port } = server.address() as AddressInfo;
  const command = curlCommand(requestTo(`http://127.0.0.1:${port}/hooks?a[]=1&b=%20`));
  // Through the input of the shell, as when a person pastes it: an argument may not be as long.
  await new Promise<void>((done, failed) => {
    const shell = execFile("sh", ["-e"], (error) => (error ? failed(error) : done()));
    shell.stdin?.end(`export no_proxy='*'\n${command} -sS --max-time 60\n`);
  }).finally(() => server.close());
  return received;
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(bytes.toString("latin1"))?.[1] ?? "0";
  return end >= 0 && bytes.length >= end + 4 + Number(length);
}

describe("the real curl sends", () => {
  const everyByte = Uint8Array.from({ length: 4096 }, (_, at) => at % 256);
  test.each<[string, CurlRequest["body"]]>([
    ["text with quotes, line breaks and snow", 'it\'s "☃"\r\n%s \\n $HOME\n'],
    ["a text with a null character", "a\0b"],
    ["bytes that are no text", everyByte],
    ["much of both", new Uint8Array(200_000).fill(255)],
    ["a text too long for an argument", "☃ ".repeat(60_000)],
  ])("the bytes of the request: %s", async (_name, body) => {
    const sent = await bytesSent((url) => ({
      method: "PUT",
      url,
      headers: {
        "content-type": "application/octet-stream",
        "x-name": "caf\u00e9 100% \\n 'q'",
        "x-empty": "",
      },
      body,
    }));

    const bytes = Buffer.from(body);
    const head = sent.subarray(0, sent.length - bytes.length);
    expect(sent.subarray(head.length).equals(bytes)).toBe(true);
    expect(
      head
        .toString("latin1")
        .replace(/127\.0\.0\.1:\d+/, "here")
        .split("\r\n"),
    ).toEqual([
      "PUT /hooks?a[]=1&b=%20 HTTP/1.1",
      "Host: here",
      "content-type: application/octet-stream",
      "x-name: caf\u00e9 100% \\n 'q'",
      "x-empty:",
      `Content-Length: ${bytes.length}`,
      "",
      "",
    ]);
  });
});
