import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlExample } from "./curl-example.ts";

/** The arguments that a real shell would pass to curl. */
function argumentsOf(command: string): string[] {
  const printed = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: "utf8",
  });
  return printed.split("\0").slice(0, -1);
}

test("the command pastes into a shell and sends the body to the source's URL", () => {
  const url = "http://127.0.0.1:4401/e/3k2?a=$HOME&b='x'";

  const command = curlExample({ url, config: { allowed_http_methods: ["PUT", "POST"] } });

  expect(argumentsOf(command)).toEqual([
    "-X",
    "POST",
    url,
    "-H",
    "Content-Type: application/json",
    "-d",
    '{"hello":"world"}',
  ]);
});

test("a source that takes no POST is sent what it takes", () => {
  const url = "http://127.0.0.1:4401/e/3k2";

  expect(argumentsOf(curlExample({ url, config: { allowed_http_methods: ["DELETE"] } }))[1]).toBe("DELETE");
  expect(argumentsOf(curlExample({ url, config: { allowed_http_methods: ["GET"] } }))).toEqual([url]);
  expect(argumentsOf(curlExample({ url, config: { allowed_http_methods: ["HEAD"] } }))).toEqual(["-I", url]);
  expect(argumentsOf(curlExample({ url, config: { allowed_http_methods: ["QUERY"] } })).slice(0, 3)).toEqual([
    "-X",
    "QUERY",
    url,
  ]);
});
