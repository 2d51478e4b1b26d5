import { expect, test } from "vitest";
import { allowedOrigins, originAllowed } from "./origin.ts";

const origins = allowedOrigins("https://hooks.example.com/posthorn");

const from = (origin: string | undefined) => ({ cookie: "a=b", ...(origin && { origin }) });

test("our own page may use the cookie; another, an opaque or an unnamed one may not", () => {
  expect(originAllowed(from("https://hooks.example.com"), origins)).toBe(true);
  for (const foreign of [
    "http://hooks.example.com",
    "https://hooks.example.com:4401",
    "https://x.com",
    "null",
  ]) {
    expect(originAllowed(from(foreign), origins)).toBe(false);
  }
  expect(originAllowed(from(undefined), origins)).toBe(false);
});

test("a program without a cookie needs no origin, but a foreign page is refused even then", () => {
  expect(originAllowed({}, origins)).toBe(true);
  expect(originAllowed({ origin: "https://x.com" }, origins)).toBe(false);
});

test("on loopback every name of this machine is the same dashboard, on the same port only", () => {
  const local = allowedOrigins("http://127.0.0.1:4400");

  expect(originAllowed({ origin: "http://localhost:4400", cookie: "a=b" }, local)).toBe(true);
  expect(originAllowed({ origin: "http://localhost:4401", cookie: "a=b" }, local)).toBe(false);
});
