import { createHmac } from "node:crypto";
import { isOwnCookie } from "@posthorn/contract/cookies";
import { expect, test } from "vitest";
import { keptBeyondSession, sessionCookieName, sessionToken, withoutCookie } from "./session-cookie.ts";

const SECRET = "signs cookies";
const NAME = "posthorn.session_token";
const signed = (token: string, secret = SECRET) =>
  encodeURIComponent(`${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);

test("a cookie that we signed gives its token, among other cookies", () => {
  expect(sessionToken(`a=b; ${NAME}=${signed("t1")}; c=d`, NAME, SECRET)).toBe("t1");
});

test("a cookie that is missing, unsigned, changed, broken or signed by others gives nothing", () => {
  for (const header of [
    undefined,
    "",
    `other=${signed("t1")}`,
    `${NAME}=t1`,
    `${NAME}=t1.`,
    `${NAME}=${signed("t1").replace("t1", "t2")}`,
    `${NAME}=${signed("t1", "another secret")}`,
    `${NAME}=%E0%A4%A`,
    `x${NAME}=${signed("t1")}`,
  ]) {
    expect(sessionToken(header, NAME, SECRET)).toBeNull();
  }
});

test("behind https the cookie's name makes browsers refuse it from plain http and from other hosts", () => {
  expect(sessionCookieName("https://hooks.example.com")).toBe("__Host-posthorn.session_token");
  expect(sessionCookieName("http://127.0.0.1:4400")).toBe(NAME);
});

test("ingest knows the cookie, with and without https", () => {
  for (const url of ["https://hooks.example.com", "http://127.0.0.1:4400"])
    expect(isOwnCookie(sessionCookieName(url))).toBe(true);
});

test("the browser keeps the cookie, but a cookie that is taken away stays taken away", () => {
  expect(keptBeyondSession(`${NAME}=b; Max-Age=604800; Path=/`)).toBe(`${NAME}=b; Max-Age=34560000; Path=/`);
  expect(keptBeyondSession(`${NAME}=; Max-Age=0; Path=/`)).toBe(`${NAME}=; Max-Age=0; Path=/`);
});

test("a cookie that must end sooner than the session keeps its own time", () => {
  const challenge = "posthorn.two_factor=b; Max-Age=600; Path=/";

  expect(keptBeyondSession(challenge)).toBe(challenge);
});

test("a header without the cookie of the session keeps the others", () => {
  expect(withoutCookie(`a=b; ${NAME}=t1; x${NAME}=c`, NAME)).toBe(`a=b; x${NAME}=c`);
  expect(withoutCookie(undefined, NAME)).toBe("");
});
