import { execFileSync } from "node:child_process";
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
