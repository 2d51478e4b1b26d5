import { expect, test } from "vitest";
import { challengeName, domainOfAddress, hostnameOf, mailDomainOf } from "./hostnames.ts";

test.each([
  ["hooks.acme.dev", "hooks.acme.dev"],
  ["  Hooks.ACME.dev. ", "hooks.acme.dev"],
  ["a.b.c.d.example", "a.b.c.d.example"],
  ["hooks.bücher.example", "hooks.xn--bcher-kva.example"],
  ["hooks.münchen.例え", "hooks.xn--mnchen-3ya.xn--r8jz45g"],
  ["1.hooks.acme.dev", "1.hooks.acme.dev"],
])("%s is %s", (text, hostname) => {
  expect(hostnameOf(text)).toBe(hostname);
});

test.each([
  "",
  "acme.dev",
  "dev",
  "localhost",
  "hooks.app.localhost",
  "hooks.acme.local",
  "127.0.0.1",
  "1.2.3",
  "0x7f.0.0.0x1",
  "::1",
  "[::1]",
  "https://hooks.acme.dev",
  "hooks.acme.dev/path",
  "hooks.acme.dev:8443",
  "user@hooks.acme.dev",
  "hooks acme.dev.example",
  "hooks..acme.dev",
  ".hooks.acme.dev",
  "hooks.acme.dev..",
  "-hooks.acme.dev",
  "hooks-.acme.dev",
  "*.acme.dev",
  "_dmarc.acme.dev",
  "hooks%2eacme.dev.example",
  "hooks.acme.1",
  "hooks.acme.d",
  `${"a".repeat(64)}.acme.dev`,
  `${"a.".repeat(120)}acme.dev`,
  "hooks.acme.dev\u0000",
])("%s names no host that can be claimed", (text) => {
  expect(hostnameOf(text)).toBeNull();
});

test("the name of the TXT record always fits into DNS", () => {
  const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(38)}.io`;
  expect(challengeName(longest)).toHaveLength(253);
  expect(hostnameOf(longest)).toBe(longest);
  expect(hostnameOf(longest.replace(".io", "d.io"))).toBeNull();
});

test.each([
  ["acme.dev", "acme.dev"],
  [" @ACME.dev. ", "acme.dev"],
  ["mail.bücher.example", "mail.xn--bcher-kva.example"],
  ["dev", null],
  ["ada@acme.dev", null],
  ["127.0.0.1", null],
  ["acme.local", null],
  ["", null],
])("the mail domain of %s is %s", (text, domain) => {
  expect(mailDomainOf(text)).toBe(domain);
});

test("an address belongs to what is after its last @", () => {
  expect(domainOfAddress('"a@evil.test"@Acme.dev')).toBe("acme.dev");
});
