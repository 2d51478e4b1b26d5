/**
 * A project with the history of a shop, for journeys in lists that are longer than a person can read.
 *
 * All journeys of a worker share it. It has 20,000 events, or as many as POSTHORN_SEED says: with 2,000,000 the same
 * journeys prove the lists on a large database, once its search index is built.
 */
import { untilIndexed } from "../bench/search-index.ts";
import { seed, type ShopConnections } from "../bench/seed.ts";
import { startFarEnd, type FarEnd } from "./far-end.ts";
import { givenProject, type OwnProject } from "./own-project.ts";
import { test as base } from "./test.ts";

export const EVENTS = Number(process.env["POSTHORN_SEED"] ?? 20_000);
const DAYS = 3;
const SEEDED_WITHIN_MS = 60 * 60 * 1000;

export interface Shop {
  project: OwnProject;
  connections: ShopConnections;
  /** Where all destinations of the shop are. */
  destinations: FarEnd;
}

export const test = base.extend<{ product: OwnProject }, { shop: Shop }>({
  shop: [
    async ({ installation, session }, use) => {
      const destinations = await startFarEnd();
      const project = await givenProject(installation, session);
      const { api, databaseUrl } = project;
      const connections = await seed(
        { api, databaseUrl, destinationUrl: destinations.url },
        { events: EVENTS, days: DAYS },
      );
      await untilIndexed(databaseUrl);
      await use({ project, connections, destinations });
      await destinations.stop();
    },
    { scope: "worker", timeout: SEEDED_WITHIN_MS },
  ],
  product: async ({ shop }, use) => use(shop.project),
});
