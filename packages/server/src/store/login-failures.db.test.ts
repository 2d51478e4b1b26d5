import { expect, test } from "vitest";
import { databaseOfTest } from "../testing/fresh-database.ts";
import { beginLogin, FAILURES_PER_ACCOUNT, FAILURES_PER_ADDRESS } from "./login-failures.ts";

const kind = "sign_in";
const account = "ada@example.com";

test("of attempts on one account from one address at the same moment ten are let in", async () => {
  const { db } = await databaseOfTest();
  const attempts = Array.from({ length: 40 }, () =>
    beginLogin(db, { kind, account, address: "203.0.113.1" }),
  );

  const admissions = await Promise.all(attempts);

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(10);
});

test("of attempts on one account from many addresses a hundred are let in, and a known device always", async () => {
  const { db } = await databaseOfTest();
  const attempts = Array.from({ length: FAILURES_PER_ACCOUNT.sign_in + 20 }, (_, at) =>
    beginLogin(db, { kind, account, address: `203.0.113.${at}` }),
  );

  const admissions = await Promise.all(attempts);
  const known = await beginLogin(db, { kind, account, address: "203.0.113.1", device: "laptop" });

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(FAILURES_PER_ACCOUNT.sign_in);
  expect(known.admitted).toBe(true);
});

test("the failures of a known device count for that device alone", async () => {
  const { db } = await databaseOfTest();
  const attempt = (device: string | null) =>
    beginLogin(db, { kind, account, address: "203.0.113.1", device });
  const admissions = [];
  for (let time = 0; time < 11; time++) admissions.push(await attempt("laptop"));

  const others = [await attempt("phone"), await attempt(null)];

  expect(admissions.map(({ admitted }) => admitted)).toEqual([...Array(10).fill(true), false]);
  expect(others.map(({ admitted }) => admitted)).toEqual([true, true]);
});

test("of attempts from one address at the same moment a hundred are let in, whatever the account", async () => {
  const { db } = await databaseOfTest();
  const attempts = Array.from({ length: FAILURES_PER_ADDRESS + 20 }, (_, at) =>
    beginLogin(db, { kind, account: `${at}@example.com`, address: "203.0.113.1" }),
  );

  const admissions = await Promise.all(attempts);

  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(FAILURES_PER_ADDRESS);
});
