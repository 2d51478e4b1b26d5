import { expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { beginLogin, FAILURES_PER_ADDRESS } from "./login-failures.ts";

test("of attempts on one account at the same moment ten are let in, from wherever they come", async () => {
  const { db } = await freshDatabase();
  const attempts = Array.from({ length: 40 }, (_, at) =>
    beginLogin(db, { account: "ada@example.com", address: `203.0.113.${at}` }),
  );

  const admissions = await Promise.all(attempts);

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(10);
});

test("of attempts from one address at the same moment a hundred are let in, whatever the account", async () => {
  const { db } = await freshDatabase();
  const attempts = Array.from({ length: FAILURES_PER_ADDRESS + 20 }, (_, at) =>
    beginLogin(db, { account: `${at}@example.com`, address: "203.0.113.1" }),
  );

  const admissions = await Promise.all(attempts);

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(FAILURES_PER_ADDRESS);
});
