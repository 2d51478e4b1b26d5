import { expect, test } from "vitest";
import { counter } from "../metrics/families.ts";
import { createScrapeOfAll, isAnswer, isQuestion, type ScrapeOfAll } from "./scrape-of-all.ts";

/** Processes, and a supervisor that passes on what they send, without those in `silent`. */
function given(
  processes: number,
  { silent = [] as readonly number[], withinMs = 60_000 } = {},
): ScrapeOfAll[] {
  const all: ScrapeOfAll[] = [];
  for (let processNumber = 1; processNumber <= processes; processNumber++)
    all.push(
      createScrapeOfAll({
        processNumber,
        processes,
        withinMs,
        read: () => Promise.resolve([counter("posthorn_events", "Events.", processNumber * 10)]),
        send(message) {
          for (const [at, other] of all.entries()) {
            const isOther = isQuestion(message) && at + 1 !== message.asker && !silent.includes(at + 1);
            if (isOther || (isAnswer(message) && at + 1 === message.asker)) other.receive(message);
          }
        },
      }),
    );
  return all;
}

const valuesOf = async (scraped: ScrapeOfAll | undefined) =>
  ((await scraped?.read()) ?? []).flatMap(({ samples }) =>
    samples.map((sample) => [sample.labels["process"], "value" in sample ? sample.value : null]),
  );

test("whichever process is scraped, the answer has the numbers of all", async () => {
  for (const scraped of given(3))
    expect(await valuesOf(scraped)).toEqual([
      ["1", 10],
      ["2", 20],
      ["3", 30],
    ]);
});

test("two scrapes at once get their own answers", async () => {
  const [one, two] = given(2);
  const answers = await Promise.all([valuesOf(one), valuesOf(two), valuesOf(one)]);
  for (const answer of answers) expect(answer).toHaveLength(2);
});

test("a process that does not answer is left out", async () => {
  const [scraped] = given(3, { silent: [2], withinMs: 10 });

  expect((await valuesOf(scraped)).map(([process]) => process)).toEqual(["1", "3"]);
});
