import { expect, test } from "vitest";
import { payInOrder, type PaymentFlow, type SavedCard } from "./payment-flow.ts";

/** The clock is a list: waiting is written down beside what is done. */
function aFlow(change: Partial<PaymentFlow> = {}) {
  const log: string[] = [];
  const noted =
    <Result>(line: string, result: Result) =>
    async () => {
      log.push(line);
      return result;
    };
  const flow: PaymentFlow = {
    saveCard: noted<SavedCard>("save card", { kind: "saved", setup_id: "setup_1" }),
    setDefault: async (id) => log.push(`charge ${id}`),
    updateEmail: noted("update email", null),
    changePlan: noted("change plan", null),
    wait: async (ms) => void log.push(`wait ${ms}`),
    onStep: (step, isRetry) => log.push(`(${step}${isRetry ? " again" : ""})`),
    ...change,
  };
  return { flow, log, did: () => log.filter((line) => !line.startsWith("(")) };
}

/** Fails so many times, then does it. */
function failing(times: number, log: () => string[], line: string) {
  let failed = 0;
  return async () => {
    if (failed++ < times) {
      log().push(`${line} fails`);
      throw new Error(line);
    }
    log().push(line);
  };
}

test("card, default, email, two seconds, plan: in this order, and each step is reported before it is taken", async () => {
  const { flow, log } = aFlow();

  expect(await payInOrder(flow)).toEqual({ kind: "done" });
  expect(log).toEqual([
    "(save_card)",
    "save card",
    "(set_default)",
    "charge setup_1",
    "(update_email)",
    "update email",
    "(settle)",
    "wait 2000",
    "(change_plan)",
    "change plan",
  ]);
});

test("an email that stays is not sent, and without a plan nobody waits", async () => {
  const { flow, did } = aFlow({ updateEmail: null, changePlan: null });

  expect(await payInOrder(flow)).toEqual({ kind: "done" });
  expect(did()).toEqual(["save card", "charge setup_1"]);
});

test("a card that is refused ends the flow at once", async () => {
  const { flow, log } = aFlow({
    saveCard: async () => ({ kind: "refused", text: "Your card was declined." }),
  });

  expect(await payInOrder(flow)).toEqual({ kind: "refused", text: "Your card was declined." });
  expect(log).toEqual(["(save_card)"]);
});

test.each([
  ["saveCard", "save_card", []],
  ["setDefault", "set_default", ["save card"]],
  ["updateEmail", "update_email", ["save card", "charge setup_1"]],
  ["changePlan", "change_plan", ["save card", "charge setup_1", "update email", "wait 2000"]],
] as const)(
  "%s that fails is tried once more after 5 s, and nothing before it is repeated",
  async (name, step, before) => {
    const given = aFlow();
    const act = failing(1, () => given.log, name);
    const flow: PaymentFlow = {
      ...given.flow,
      [name]: name === "saveCard" ? async () => act().then(given.flow.saveCard) : act,
    };

    expect(await payInOrder(flow)).toEqual({ kind: "done" });
    expect(given.did().slice(0, before.length + 3)).toEqual([...before, `${name} fails`, "wait 5000", name]);
    expect(given.did().filter((line) => line === "save card")).toHaveLength(1);
    expect(given.log).toContain(`(${step} again)`);
  },
);

test.each([
  ["saveCard", "save_card"],
  ["setDefault", "set_default"],
  ["updateEmail", "update_email"],
  ["changePlan", "change_plan"],
] as const)("%s that fails twice ends the flow, and nothing after it is done", async (name, step) => {
  const given = aFlow();
  const outcome = await payInOrder({
    ...given.flow,
    [name]: async () => {
      given.log.push(`${name} fails`);
      throw new Error("away");
    },
  });

  expect(outcome).toEqual({ kind: "failed", step, error: new Error("away") });
  expect(given.did().slice(-3)).toEqual([`${name} fails`, "wait 5000", `${name} fails`]);
});

test("there is one second try for the whole flow", async () => {
  const given = aFlow();
  const outcome = await payInOrder({
    ...given.flow,
    setDefault: failing(1, () => given.log, "charge"),
    changePlan: failing(1, () => given.log, "change plan"),
  });

  expect(outcome).toMatchObject({ kind: "failed", step: "change_plan" });
  expect(given.did().filter((line) => line === "wait 5000")).toHaveLength(1);
});
