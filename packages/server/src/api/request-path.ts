/**
 * Is this path a page of the dashboard or a call of the API?
 *
 * Both share one origin and some paths: `/events` is a page for a browser and a list for a
 * program that leaves the version out. Only browsers ask for HTML.
 */
import { SCIM_PREFIX } from "@posthorn/contract/directory-sync";
import { API_VERSION, DASHBOARD_API_PREFIX } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { METRICS_PATH } from "./scrape.ts";
import { VERSIONS } from "./versions/versions.ts";

/** The name of every version is a date. */
const VERSION = /^\/(\d{4}-\d{2}-\d{2})(?=$|[/?])/;
const AUTH_PREFIX = "/auth";

const RESOURCES = new Set(PUBLIC_ENDPOINTS.map(({ path }) => path.split("/")[1] ?? ""));

interface Head {
  method?: string | undefined;
  url?: string | undefined;
  headers: { accept?: string | undefined };
}

function asksForPage({ method, headers }: Head): boolean {
  return (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");
}

/**
 * Whether a path that is no API call is answered with the dashboard's page. A program that fetches an address for a
 * person (curl, a health check, a link preview) accepts anything, and gets what the person would get. A program that
 * names JSON expected the API.
 */
export function takesPage({ method, headers: { accept = "*/*" } }: Head): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return /text\/(?:html|\*)/i.test(accept) || (/\*\/\*/.test(accept) && !/\bjson\b/i.test(accept));
}

/** A scraper never asks for HTML, and a browser always does. */
export function isScrape(head: Head): boolean {
  return head.url?.split("?", 1)[0] === METRICS_PATH && !asksForPage(head);
}

/** A path without a version means the canonical one. */
export function versionedUrl(head: Head): string {
  const url = head.url ?? "/";
  if (isScrape(head)) return url;
  const resource = /^\/([^/?]+)/.exec(url)?.[1] ?? "";
  return RESOURCES.has(resource) && !asksForPage(head) ? `/${API_VERSION}${url}` : url;
}

function isUnder(url: string, prefix: string): boolean {
  return url.startsWith(prefix) && /^(?:$|[/?])/.test(url.slice(prefix.length));
}

/** A URL under these prefixes gets an API answer even if there is no such endpoint. */
export function isApiUrl(url: string): boolean {
  return (
    VERSION.test(url) ||
    [DASHBOARD_API_PREFIX, AUTH_PREFIX, SCIM_PREFIX].some((prefix) => isUnder(url, prefix))
  );
}

/** The message for a caller that asks for a version we do not have; null for every other URL. */
export function unknownVersion(url: string): string | null {
  const asked = VERSION.exec(url)?.[1];
  const names = VERSIONS.map(({ name }) => name);
  if (asked === undefined || names.includes(asked)) return null;
  return `Not Found: there is no version ${asked} of this API, use one of ${names.join(", ")}`;
}
