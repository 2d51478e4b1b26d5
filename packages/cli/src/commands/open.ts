/** `posthorn open`: a page of the dashboard, in the browser. */
import { ID_PREFIXES } from "@posthorn/contract/ids";
import { misuse } from "../failure.ts";
import { openInBrowser } from "../login/browser.ts";
import { printable } from "../output/printable.ts";
import { defineCommand } from "./command.ts";

const PAGES: Readonly<Record<string, string>> = {
  events: "/events",
  cli: "/events/cli",
  requests: "/requests",
  connections: "/connections",
  sources: "/sources",
  destinations: "/destinations",
  transformations: "/transformations",
  issues: "/issues",
  metrics: "/metrics",
  bookmarks: "/bookmarks",
  secrets: "/settings/project/secrets",
  settings: "/settings",
};

/** Kinds of things that have a page of their own. */
const PAGES_OF_IDS: Readonly<Record<string, string>> = {
  [ID_PREFIXES.event]: "/events",
  [ID_PREFIXES.request]: "/requests",
  [ID_PREFIXES.connection]: "/connections",
  [ID_PREFIXES.source]: "/sources",
  [ID_PREFIXES.destination]: "/destinations",
  [ID_PREFIXES.transformation]: "/transformations",
  [ID_PREFIXES.issue]: "/issues",
  [ID_PREFIXES.issue_trigger]: "/issue-triggers",
};

export const open = defineCommand({
  name: "open",
  section: "other",
  about: "Open a page of the dashboard in the browser",
  details:
    `Pages are: ${Object.keys(PAGES).join(", ")}. An id opens the page of that thing: an event, request, connection, ` +
    "source, destination, transformation, issue or issue trigger. Where there is no browser, the command prints the link.",
  arguments: [{ name: "what", about: "A page, or an id such as evt_…", isOptional: true }],
  options: { print: { kind: "flag", about: "Only print the link" } },
  examples: [
    { line: "posthorn open", about: "The dashboard" },
    { line: "posthorn open issues", about: "A page" },
    { line: "posthorn open evt_…", about: "One event" },
  ],
  async run({ arguments: { what }, options: { print } }, { settings: { url }, machine }) {
    const link = `${url}${pathOf(what)}`;
    const hasOpened = !print && (await openInBrowser(link, machine));
    if (hasOpened) machine.err.write(`Your browser opens ${link}\n`);
    else machine.out.write(`${link}\n`);
  },
});

export function pathOf(what: string | undefined): string {
  if (what === undefined) return "/";
  const page = Object.hasOwn(PAGES, what) ? PAGES[what] : undefined;
  if (page !== undefined) return page;
  const prefix = Object.keys(PAGES_OF_IDS).find(
    (one) => what.startsWith(one) && /^[0-9A-Za-z]+$/.test(what.slice(one.length)),
  );
  if (prefix !== undefined) return `${PAGES_OF_IDS[prefix]}/${what}`;
  throw misuse(
    `The dashboard has no page for "${printable(what)}".`,
    `Write a page (${Object.keys(PAGES).join(", ")}) or an id such as evt_….`,
  );
}
