/**
 * How long does a start take?
 *
 * It measures the time from launching the program to the first request that it accepts at a source URL. A first start
 * includes creating the database, and creating that source through the API.
 */
import { join } from "node:path";
import type { Cleanup } from "./cleanup.ts";
import {
  THIS_CHECKOUT,
  launchProduct,
  productOf,
  reservePorts,
  stopProduct,
  waitUntilAccepted,
} from "./product.ts";
import type { Product, ProductPlace } from "./product.ts";
import { createStoringSource } from "./routes-under-load.ts";

export interface Started {
  product: Product;
  place: ProductPlace;
  storingUrl: string;
  startMs: number;
  pid: number;
}

/** Starts the product on a data directory that does not exist yet. */
export async function startFirst(
  directory: string,
  name: string,
  profileDir: string | null,
  cleanup: Cleanup,
  { checkout = THIS_CHECKOUT, processes = 1 }: Partial<Pick<ProductPlace, "checkout" | "processes">> = {},
): Promise<Started> {
  const place: ProductPlace = {
    checkout,
    dataDir: join(directory, name),
    logFile: join(directory, `${name}.log`),
    ports: await reservePorts(),
    processes,
    profileDir,
  };
  return launch(place, cleanup, async (whenAccepted) => {
    await whenAccepted("GET", `http://127.0.0.1:${place.ports.api.port}/readyz`);
    await whenAccepted("GET", `http://127.0.0.1:${place.ports.ingest.port}/readyz`);
    return createStoringSource(`http://127.0.0.1:${place.ports.api.port}/2025-07-01`);
  });
}

/** Starts the product on the data directory of an earlier run. */
export async function startAgain({ place, storingUrl }: Started, cleanup: Cleanup): Promise<Started> {
  return launch(place, cleanup, async () => storingUrl);
}

type WhenAccepted = (method: "GET" | "POST", url: string) => Promise<void>;

async function launch(
  place: ProductPlace,
  cleanup: Cleanup,
  findSource: (whenAccepted: WhenAccepted) => Promise<string>,
): Promise<Started> {
  const launchedAt = performance.now();
  const child = launchProduct(place);
  cleanup.later(async () => void (await stopProduct(child, place.dataDir)));
  const whenAccepted: WhenAccepted = (method, url) => waitUntilAccepted(child, place.logFile, method, url);
  const storingUrl = await findSource(whenAccepted);
  await whenAccepted("POST", storingUrl);
  const startMs = performance.now() - launchedAt;
  await whenAccepted("GET", `http://127.0.0.1:${place.ports.api.port}/readyz`); // opened after the senders' port
  return { product: productOf(child, place), place, storingUrl, startMs, pid: child.pid ?? 0 };
}
