/** With which data do the products of fault tests begin? Vitest's `globalSetup`. */
import { createProduct } from "./product.ts";
import { makeReadyData } from "./ready-data.ts";

export function setup(): Promise<() => Promise<void>> {
  return makeReadyData(async (dataDir) => {
    const product = await createProduct({ environment: { POSTHORN_DATA_DIR: dataDir } });
    try {
      await product.start();
      await product.stop();
    } finally {
      await product.remove();
    }
  });
}
