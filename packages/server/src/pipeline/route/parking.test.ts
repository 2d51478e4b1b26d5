import { expect, test } from "vitest";
import { createLog } from "../../log.ts";
import type { UnroutedRequest } from "../../store/requests.ts";
import { createParking } from "./parking.ts";

const log = createLog(() => {});

function parked(number: number, source_id = "src"): UnroutedRequest {
  return { team_id: "tm", id: String(number).padStart(4, "0"), source_id, verified: null };
}

/** A database that answers when the test says so, and a router that is as busy as the test says. */
function givenParking() {
  const fetched: string[][] = [];
  const answers: { done: (count?: number) => void; fail: (error: Error) => void }[] = [];
  const given = { waiting: 0 };
  const parking = createParking({
    log,
    waitingOf: () => given.waiting,
    bringBack: (requests) =>
      new Promise<number>((resolve, fail) => {
        fetched.push(requests.map(({ id }) => id));
        answers.push({ done: (count = requests.length) => resolve(count), fail });
      }),
  });
  return { parking, fetched, answers, given };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("the oldest come back first, a few at a time, and only when there is room", async () => {
  const { parking, fetched, answers, given } = givenParking();
  for (let number = 0; number < 250; number++) parking.park(parked(number));

  given.waiting = 900;
  parking.routed("src");
  expect(fetched).toEqual([]);
  given.waiting = 199;
  parking.routed("src");
  parking.routed("src");
  expect(fetched.map((ids) => [ids[0], ids.length])).toEqual([["0000", 200]]);
  given.waiting = 399;
  answers[0]?.done();
  await turn();
  expect([parking.size(), parking.sizeOf("src"), fetched.length]).toEqual([50, 50, 1]);
  given.waiting = 10;
  parking.routed("src");
  answers[1]?.done();
  await turn();

  expect(fetched[1]?.[0]).toBe("0200");
  expect([parking.size(), [...parking.oldest()]]).toEqual([0, []]);
});

test("what is fetched and leads to nothing makes room for the next", async () => {
  const { parking, fetched, answers } = givenParking();
  for (let number = 0; number < 201; number++) parking.park(parked(number));

  parking.routed("src");
  answers[0]?.done();
  await turn();

  expect(fetched[1]).toEqual(["0200"]);
});

test("what is being fetched still counts as parked, so that a death in the middle strands nothing", () => {
  const { parking } = givenParking();
  parking.park(parked(1));
  parking.park(parked(2, "other"));

  parking.routed("src");

  expect([...parking.oldest()].map(({ id }) => id)).toEqual(["0001", "0002"]);
});

test("a fetch that fails is tried again and loses nothing", async () => {
  const { parking, fetched, answers } = givenParking();
  parking.park(parked(1));
  parking.routed("src");

  answers[0]?.fail(new Error("the database is away"));
  await expect.poll(() => fetched).toHaveLength(2);
  answers[1]?.done();
  await turn();

  expect([parking.size(), fetched]).toEqual([0, [["0001"], ["0001"]]]);
});

test("only what was brought back is no longer parked", async () => {
  const { parking, fetched, answers, given } = givenParking();
  for (let number = 0; number < 3; number++) parking.park(parked(number));
  parking.routed("src");
  given.waiting = 900;

  answers[0]?.done(2);
  await turn();

  expect([parking.size(), fetched]).toEqual([1, [["0000", "0001", "0002"]]]);
});

test("a request that was taken over behind younger ones is among the oldest", () => {
  const { parking } = givenParking();
  for (const number of [5, 6, 2, 7]) parking.park(parked(number));

  expect([...parking.oldest()].map(({ id }) => id)).toContain("0002");
});

test("what was abandoned while it was fetched is parked no more", async () => {
  const { parking, fetched, answers } = givenParking();
  parking.park(parked(1));
  parking.routed("src");

  parking.abandon();
  parking.park(parked(2));
  answers[0]?.done();
  await turn();

  expect([parking.size(), fetched]).toEqual([1, [["0001"], ["0002"]]]);
});

test("after a stop nothing is fetched", () => {
  const { parking, fetched } = givenParking();
  parking.park(parked(1));

  parking.stop();
  parking.routed("src");

  expect([fetched, parking.size()]).toEqual([[], 1]);
});
