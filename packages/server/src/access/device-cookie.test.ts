import { isOwnCookie } from "@posthorn/contract/cookies";
import { expect, test } from "vitest";
import { createDeviceCookie } from "./device-cookie.ts";

const EMAIL = "ada@example.com";
const devices = createDeviceCookie("http://127.0.0.1:4400", "signs devices");
const pair = (setCookie: string) => setCookie.split(";")[0] ?? "";

test("a device is known for the account that signed in, and stays the same", () => {
  const cookie = `a=b; ${pair(devices.remember(null, EMAIL))}`;

  const device = devices.deviceOf(cookie, EMAIL);

  expect(device).toMatch(/^[\w-]{22}$/);
  expect(devices.deviceOf(pair(devices.remember(device, EMAIL)), EMAIL)).toBe(device);
  expect(devices.deviceOf(pair(devices.remember(null, EMAIL)), EMAIL)).not.toBe(device);
});

test("a cookie of another account, of another installation, changed, or none makes no device known", () => {
  const cookie = pair(devices.remember(null, EMAIL));
  const elsewhere = createDeviceCookie("http://127.0.0.1:4400", "another secret");

  expect(devices.deviceOf(cookie, "eve@example.com")).toBeNull();
  expect(elsewhere.deviceOf(cookie, EMAIL)).toBeNull();
  expect(devices.deviceOf(cookie.replace("=", "=x"), EMAIL)).toBeNull();
  expect(devices.deviceOf("posthorn.device=x.", EMAIL)).toBeNull();
  expect(devices.deviceOf(undefined, EMAIL)).toBeNull();
});

test("ingest removes it from requests", () => {
  expect(isOwnCookie(devices.remember(null, EMAIL).split("=", 1)[0] ?? "")).toBe(true);
});

test("the browser keeps it from scripts and other sites, and sends it to sign-in only", () => {
  const behindProxy = createDeviceCookie("https://example.com/hooks/", "signs devices");

  expect(devices.remember(null, EMAIL)).toMatch(
    /; Path=\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  );
  expect(behindProxy.remember(null, EMAIL)).toMatch(/; Path=\/hooks\/auth; .*; Secure$/);
});
