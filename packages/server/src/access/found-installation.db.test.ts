import { afterEach, expect, test } from "vitest";
import { foundFromBootstrap } from "./found-installation.ts";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";

const API_KEY = "a-key-that-the-operator-made-up";

const mustNotBeCalled = () => Promise.reject(new Error("must not be called"));

let given: GivenAccess;
afterEach(() => given.stop());

test("the bootstrap variables found everything unattended, and later starts change nothing", async () => {
  given = await givenAccess({ bootstrap: { ...OWNER, apiKey: API_KEY } });

  await given.access.start();

  expect(await given.access.setupNeeded()).toBe(false);
  const { cookie } = await given.signIn();
  expect(await given.access.sessionView({ cookie })).toMatchObject({
    user: { email: OWNER.email },
    organizations: [{ name: "My organization" }],
    projects: [{ name: "Default project", role: "owner" }],
  });
  expect(await given.access.authenticate({ authorization: `Bearer ${API_KEY}` })).toMatchObject({
    kind: "api_key",
  });
  const { rows } = await given.db.query("select from users cross join projects cross join api_keys");
  expect(rows).toHaveLength(1);
});

test("nothing of the bootstrap secrets reaches the log", async () => {
  given = await givenAccess({ bootstrap: { ...OWNER, apiKey: API_KEY } });

  const log = given.logged.join("\n");

  expect(log).toContain("installation.founded");
  expect(log).not.toContain(OWNER.password);
  expect(log).not.toContain(API_KEY);
});

test("a bootstrap email that could never sign in is told at start", async () => {
  given = await givenAccess();

  const start = foundFromBootstrap(
    { ...OWNER, email: "root@localhost", apiKey: null },
    given.db,
    mustNotBeCalled,
  );

  await expect(start).rejects.toThrow("cannot become an account: email must be a valid email");
});

test("an installation that has an owner ignores the bootstrap variables", async () => {
  given = await givenAccess();
  await given.post("/sign-up/email", { email: "first@example.com", password: "long enough" });

  await foundFromBootstrap({ ...OWNER, apiKey: null }, given.db, mustNotBeCalled);

  expect((await given.db.query("select from users")).rowCount).toBe(1);
});
