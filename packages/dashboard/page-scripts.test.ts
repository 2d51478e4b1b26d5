/** Do the addresses of pages follow from the names of their routes? */
import { expect, test } from "vitest";
import { addressOf, pagesOf } from "./page-scripts.ts";

test.each([
  ["_app/events", "/events", "/events/evt_1"],
  ["_app/events_.cli", "/events/cli", "/events"],
  ["_app/issue-triggers.it_{$id}.index", "/issue-triggers/it_1", "/issue-triggers/delivery"],
  ["_app/events_.$id.index", "/events/evt_1", "/events/evt_1/attempts"],
  ["_app/connections.index", "/connections", "/connections/new"],
  ["_app/index", "/", "/events"],
  ["_app/$", "/no/such/page", "/"],
  ["_auth/sign-in", "/sign-in", "/sign-up"],
])("%s", (route, at, notAt) => {
  const address = new RegExp(addressOf(route));
  expect([address.test(at), address.test(notAt)]).toEqual([true, false]);
});

test("a page has the scripts of the routes around it, and the most specific page comes first", () => {
  const names = [
    "_app",
    "_app/$",
    "_app/events",
    "_app/events_.$id",
    "_app/events_.$id.index",
    "_app/events_.cli",
    "_auth/sign-in",
    "_person/projects",
  ];
  const pages = pagesOf(new Map(names.map((name) => [name, `${name}.js`])), (chunk) => [chunk, "shared.js"]);

  const pageAt = (address: string) => pages.find(({ path }) => new RegExp(path).test(address));

  expect(pageAt("/events/evt_1")?.scripts).toEqual([
    "_app.js",
    "shared.js",
    "_app/events_.$id.js",
    "_app/events_.$id.index.js",
  ]);
  expect(pageAt("/events/cli")?.scripts).toEqual(["_app.js", "shared.js", "_app/events_.cli.js"]);
  expect(pageAt("/events")?.scripts).toEqual(["_app.js", "shared.js", "_app/events.js"]);
  const addresses = ["/events", "/projects", "/sign-in"];
  expect(addresses.map((address) => pageAt(address)?.needsSession)).toEqual([true, true, false]);
});
