/** Which example does a caller mean, and what does it read if none can be sent? */
import type { Example } from "../../examples/example.ts";
import type { Examples } from "../../examples/example-library.ts";
import { ApiError } from "../api-error.ts";

/** The usual one if no name is given. `who` begins the sentence of a refusal. */
export function exampleNamed(name: string | undefined, examples: Examples, who: string): Example {
  const example = name === undefined ? examples[0] : examples.find((one) => one.name === name);
  if (example) return example;
  throw cannotSend(`${who} has no example ${name}. It has: ${examples.map((one) => one.name).join(", ")}.`);
}

export function cannotSend(message: string): ApiError {
  return new ApiError("UNPROCESSABLE_ENTITY", {}, { message });
}
