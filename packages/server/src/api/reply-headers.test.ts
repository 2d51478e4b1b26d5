import { expect, test } from "vitest";
import { pagePolicy } from "./reply-headers.ts";

test("without cards a page loads scripts of ours only, and frames nothing of others", () => {
  expect(pagePolicy("https://hooks.example.com/in", null)).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self' https://hooks.example.com; object-src 'none'; base-uri 'self'; " +
      "form-action 'self'; frame-ancestors 'none'",
  );
});

test("with Stripe a page may load what Stripe names, and nothing else", () => {
  const policy = pagePolicy("https://hooks.example.com", "https://js.stripe.com/v3/").split("; ");

  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(policy).toContain(
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  );
  expect(policy).toContain("connect-src 'self' https://hooks.example.com https://api.stripe.com");
  expect(policy).toContain("default-src 'self'");
});

test("a script from elsewhere may use its own origin", () => {
  const policy = pagePolicy("http://127.0.0.1:4401", "http://127.0.0.1:9/v3/").split("; ");

  for (const rule of ["script-src 'self'", "frame-src 'self'", "connect-src 'self' http://127.0.0.1:4401"])
    expect(policy).toContain(`${rule} http://127.0.0.1:9`);
});
