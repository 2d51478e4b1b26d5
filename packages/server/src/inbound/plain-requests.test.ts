import { expect, test } from "vitest";
import { redirectOf } from "./plain-requests.ts";

const baseOf = (hostname: string) => (hostname === "posthorn.test" ? "https://posthorn.test:8443" : null);
const asked = (url: string, host = "posthorn.test", socket = {}) =>
  redirectOf({ url, headers: { host }, socket }, baseOf);

test.each([
  ["/events?status=FAILED", "posthorn.test", "https://posthorn.test:8443/events?status=FAILED"],
  ["/", "POSTHORN.test.:80", "https://posthorn.test:8443/"],
  ["//other.test/x", "posthorn.test", "https://posthorn.test:8443//other.test/x"],
  ["/healthz-and-more", "posthorn.test", "https://posthorn.test:8443/healthz-and-more"],
])("%s at %s goes to %s", (url, host, location) => {
  expect(asked(url, host)).toBe(location);
});

test.each([
  ["a name that is not ours", asked("/", "10.0.0.7:4400")],
  ["no name", redirectOf({ url: "/", headers: {}, socket: {} }, baseOf)],
  ["health checks", asked("/readyz?verbose")],
  ["the file of an authority", asked("/.well-known/acme-challenge/token")],
  ["what came by TLS", asked("/", "posthorn.test", { encrypted: true })],
  ["what is no path", asked("http://posthorn.test/")],
])("%s stays", (_what, location) => {
  expect(location).toBeNull();
});
