/**
 * Which pages does the product have, and what is the first picture of each?
 *
 * The build lists its pages for the browser, so a journey that walks through them all notices a page that nobody has
 * given a line in `pictures/screens.ts`.
 */
import { expect } from "@playwright/test";
import { addressOf, SCREENS, type Screen } from "./pictures/screens.ts";
import type { Seeded } from "./pictures/seed.ts";

/** The build has the most specific address first: /events/cli is not an event. */
export async function oneScreenPerPage(url: string, seeded: Seeded): Promise<Screen[]> {
  const answer = await fetch(`${url}/page-scripts.json`);
  const pages = ((await answer.json()) as { path: string }[]).map(({ path }) => new RegExp(path)); // our own build wrote it
  const pageOf = (screen: Screen) => {
    const { pathname } = new URL(addressOf(screen, seeded), url);
    return pages.find((page) => page.test(pathname));
  };
  const screens = new Map(SCREENS.toReversed().map((screen) => [pageOf(screen), screen]));
  const unseen = pages.filter((page) => !screens.has(page)).map(String);
  expect(unseen, "pages without a line in pictures/screens.ts").toEqual([]);
  return [...screens.values()];
}
