import { expect, test } from "vitest";
import { isApiUrl, takesPage, versionedUrl } from "./request-path.ts";

const HTML = "text/html,application/xhtml+xml;q=0.9";
const urlOf = (method: string, url: string, accept = "*/*") =>
  versionedUrl({ method, url, headers: { accept } });

test("a path without a version is the API to a program and a page to a browser", () => {
  expect(urlOf("GET", "/events?limit=1")).toBe("/2025-07-01/events?limit=1");
  expect(urlOf("GET", "/events?limit=1", HTML)).toBe("/events?limit=1");
  expect(urlOf("POST", "/sources", HTML)).toBe("/2025-07-01/sources");
});

test("paths that only begin like a resource are left alone", () => {
  expect(urlOf("GET", "/eventsx")).toBe("/eventsx");
  expect(urlOf("GET", "/assets/app.js")).toBe("/assets/app.js");
  expect(urlOf("GET", "/2025-07-01/events")).toBe("/2025-07-01/events");
});

test("a prefix ends where its segment ends", () => {
  expect(isApiUrl("/2025-07-01")).toBe(true);
  expect(isApiUrl("/2025-07-01/nothing?x")).toBe(true);
  expect(isApiUrl("/2025-07-011")).toBe(false);
  expect(isApiUrl("/2023-01-01/sources")).toBe(true);
  expect(isApiUrl("/authors")).toBe(false);
});

test.each([
  [undefined, true],
  ["*/*", true],
  [HTML, true],
  ["text/*;q=0.5", true],
  ["application/json, text/html", true],
  ["application/json", false],
  ["application/json, text/plain, */*", false],
  ["image/avif,image/webp", false],
])("whoever accepts %s gets the dashboard's page: %s", (accept, expected) => {
  expect(takesPage({ method: "GET", headers: { accept } })).toBe(expected);
  expect(takesPage({ method: "HEAD", headers: { accept } })).toBe(expected);
  expect(takesPage({ method: "POST", headers: { accept } })).toBe(false);
});
