/**
 * Which product do conformance tests talk to?
 *
 * Once per run, before the first test, this starts the whole product as a process with its own ports and database, as a
 * user would meet it who changes a base URL. Vitest's `globalSetup`. A test that stops or restarts the product starts
 * its own one, with `createProduct`.
 */
import type { TestProject } from "vitest/node";
import { MASTER_KEY } from "./given-access.ts";
import { createProduct } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where people and programs go: dashboard, API, CLI socket. */
    publicUrl: string;
    /** Where senders go. */
    ingestUrl: string;
    /** The product's own database, to make projects in. */
    productDatabaseUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await createProduct({ environment: { POSTHORN_MASTER_KEY: MASTER_KEY } });
  try {
    await product.start();
    project.provide("publicUrl", product.publicUrl);
    project.provide("ingestUrl", product.ingestUrl);
    project.provide("productDatabaseUrl", await product.databaseUrl());
  } catch (error) {
    await product.remove();
    throw error;
  }
  return async () => {
    await product.stop();
    await product.remove();
  };
}
