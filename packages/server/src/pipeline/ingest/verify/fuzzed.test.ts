/** Does any of 50,000 made-up requests make a verifier throw, pass it, or leave something in memory? */
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { expect, test } from "vitest";
import { ATTACKED_TYPES, fuzzedRequest } from "../../../testing/fuzzed-requests.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { randomFrom } from "../../../testing/random.ts";
import { signedSample } from "../../../testing/signed-sample.ts";
import { usedHeapMebibytes } from "../../../testing/used-heap.ts";
import { VERIFIERS } from "./verifiers.ts";

const REQUESTS = 50_000;
const WARM_UP = 5_000;
const SEED = 20_261_116;
/** What V8 keeps for itself, such as code that it compiled meanwhile. A leak of one request in ten would be more. */
const GROWTH_MAX_MEBIBYTES = 8;
/** How often each result must be there. */
const REACHED_AT_LEAST = 100;

const ATTACKED = ATTACKED_TYPES.map((type) => {
  const sample = PROVIDER_SAMPLES[type];
  const verify = VERIFIERS.get(type)?.withAuth(sample?.otherAuth ?? sample?.auth);
  if (!verify) throw new Error(`${type} does not accept the second secret of its sample`);
  return {
    type,
    verify,
    signed: signedSample(type).evidence,
    asks: SOURCE_TYPE_ENTRIES[type].challenges !== undefined,
  };
});

test("50,000 made-up requests: no type throws, none verifies one, and memory stays flat", async () => {
  const random = randomFrom(SEED);
  const results: Record<string, number> = {};
  let before = 0;
  for (let made = 0; made < REQUESTS; made++) {
    if (made === WARM_UP) before = usedHeapMebibytes();
    const { type, verify, signed, asks } =
      ATTACKED[made % ATTACKED.length] ?? expect.fail("no type verifies anything");
    const evidence = fuzzedRequest(random, type, signed);
    const answer = await verify(evidence);
    // Not one `expect` for each request: that would take longer than all verifiers together.
    if (answer.result === "passed" || (answer.result === "challenged" && !asks))
      expect.fail(`${type} ${answer.result} request ${made}: ${JSON.stringify(evidence)}`);
    const result = answer.result === "failed" ? answer.failure.problem : answer.result;
    results[result] = (results[result] ?? 0) + 1;
  }

  expect(usedHeapMebibytes() - before).toBeLessThan(GROWTH_MAX_MEBIBYTES);
  // Otherwise the requests would test next to nothing.
  for (const reached of ["MISSING", "MALFORMED", "DUPLICATED", "STALE", "DIFFERS", "challenged"])
    expect([reached, (results[reached] ?? 0) > REACHED_AT_LEAST]).toEqual([reached, true]);
});

test("the requests come from signed ones, which the right secret accepts", () => {
  // Nothing is fetched here, so no request of a provider whose key is fetched can pass.
  for (const { type, signed } of ATTACKED.filter((one) => !PROVIDER_SAMPLES[one.type]?.published)) {
    const right = VERIFIERS.get(type)?.withAuth(PROVIDER_SAMPLES[type]?.auth);
    expect([type, right?.(signed)]).toEqual([type, { result: "passed" }]);
  }
});
