import { expect, test } from "vitest";
import { browserCommand } from "./browser.ts";

const LINK = "http://localhost:4400/cli-auth/x?a=1&b=2";
const on = (platform: NodeJS.Platform, env: Record<string, string> = {}, url = LINK) =>
  browserCommand(url, { platform, env });

test("the system's own program opens a link, and no shell reads it", () => {
  expect(on("darwin")).toEqual(["open", LINK]);
  expect(on("win32")).toEqual(["rundll32", "url.dll,FileProtocolHandler", LINK]);
  expect(on("linux", { DISPLAY: ":0" })).toEqual(["xdg-open", LINK]);
  expect(on("linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open", LINK]);
  expect(on("linux", { BROWSER: "my-browser --new" })).toEqual(["my-browser", "--new", LINK]);
});

test("there is no browser without a screen, in CI, and behind SSH", () => {
  expect(on("linux")).toBeNull();
  expect(on("darwin", { CI: "true" })).toBeNull();
  expect(on("darwin", { SSH_CONNECTION: "1.2.3.4 5 6.7.8.9 22" })).toBeNull();
});

test("what a server sends is opened only if it is a web address", () => {
  expect(on("darwin", {}, "file:///etc/passwd")).toBeNull();
  expect(on("linux", { BROWSER: "b" }, "--remote-debugging-port=1")).toBeNull();
});
