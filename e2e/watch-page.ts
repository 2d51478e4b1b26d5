/**
 * Does the page misbehave behind the scenes? Errors of its own, requests to other origins, breaches of the CSP.
 *
 * Every journey is watched (see test.ts). An answer of 4xx or 5xx is no misbehaviour of the page: journeys ask for them.
 */
import type { BrowserContext } from "@playwright/test";

export interface PageWatch {
  misdeeds: readonly string[];
}

/** The browser's own line, and the router's when a page cannot begin for want of an answer. */
const ANSWERED_BADLY = /^(Failed to load resource|ApiFailure: )/;

export function watchPages(context: BrowserContext, origin: string): PageWatch {
  const misdeeds: string[] = [];
  context.on("weberror", (thrown) => misdeeds.push(`threw: ${thrown.error().message}`));
  context.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !ANSWERED_BADLY.test(text)) misdeeds.push(`console: ${text}`);
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === origin || url.protocol === "data:" || url.protocol === "blob:";
    if (!isOwn) misdeeds.push(`asked another origin: ${url.href}`);
  });
  return { misdeeds };
}
