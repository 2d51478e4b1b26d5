/**
 * Does the page do something wrong that is not visible? Errors, requests to other origins, violations of the CSP.
 *
 * Every journey is watched (see test.ts). An answer of 4xx or 5xx is not the page's mistake: journeys cause them on
 * purpose.
 */
import type { BrowserContext } from "@playwright/test";

export interface PageWatch {
  misdeeds: readonly string[];
}

/** The browser logs the first for a failed request, and React the others for a page that cannot start. */
const ANSWERED_BADLY =
  /^(Failed to load resource|ApiFailure: |TypeError: The code of this page could not be loaded)/;

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
    // The guide through the first connection is itself a sender.
    const isSent = request.method() === "POST" && url.pathname.startsWith("/e/");
    if (!isOwn && !isSent) misdeeds.push(`asked another origin: ${url.href}`);
  });
  return { misdeeds };
}
