/** Is the product installed with the client? The commands that run it ask, and say otherwise how to get it. */
import { Failure } from "../failure.ts";
import type { Machine, Product } from "../machine.ts";

/** `typed` is the command that needs it. */
export function productOf({ product }: Pick<Machine, "product">, typed: string): Product {
  if (product !== null) return product;
  throw new Failure("This is the client alone, posthorn-cli: Posthorn itself is not in it.", {
    todo: `The package posthorn has both. Run it with: npx posthorn ${typed}`,
  });
}
