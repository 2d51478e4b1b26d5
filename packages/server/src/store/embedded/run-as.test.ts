import { expect, test } from "vitest";
import { chooseRunner, commandFor, type Probes } from "./run-as.ts";

const nobody = { name: "nobody", uid: 65534, gid: 65533 };
const root = { uid: 0, gid: 0, hasName: true };

/** A machine on which only the listed probes succeed. */
function machine(works: Partial<Probes>): Probes {
  return {
    self: root,
    account: nobody,
    canRun: () => false,
    canEnter: () => false,
    canUseNamespace: () => false,
    copyFor: async () => null,
    ...works,
  };
}
const choose = (works: Partial<Probes>) => chooseRunner("/programs", "/data", machine(works));

test("an ordinary user runs PostgreSQL itself", async () => {
  const runner = await choose({ self: { uid: 1000, gid: 1000, hasName: true }, canUseNamespace: () => true });

  expect(runner).toMatchObject({ how: "as ourselves", becomesOwner: false, owner: { uid: 1000, gid: 1000 } });
});

test("a user without a name, whom initdb would refuse, gets one in a namespace", async () => {
  const runner = await choose({
    self: { uid: 4321, gid: 4321, hasName: false },
    canUseNamespace: () => true,
  });

  expect(runner).toMatchObject({ how: "in a user namespace", becomesOwner: false });
});

test("root hands over to an unprivileged user who can reach programs and data", async () => {
  const runner = await choose({ canRun: () => true, canEnter: () => true, canUseNamespace: () => true });

  expect(runner).toMatchObject({ how: "as an unprivileged user", becomesOwner: true, owner: nobody });
});

test.each([
  { closed: "the data directory", works: { canRun: () => true } },
  { closed: "the folder of the programs", works: { canEnter: () => true } },
])("where $closed is closed, root runs it in a namespace", async ({ works }) => {
  const runner = await choose({ ...works, canUseNamespace: () => true });

  expect(runner).toMatchObject({ how: "in a user namespace", becomesOwner: false, owner: { uid: 0 } });
  expect(commandFor(runner, "postgres", "/data/postgres", [])).toMatchObject({
    file: "unshare",
    args: ["--user", "--map-user=65534", "--map-group=65533", "--", "/programs/bin/postgres"],
  });
});

test("without namespaces, programs that cannot be reached are copied", async () => {
  const runner = await choose({ canEnter: () => true, copyFor: async () => "/copy" });

  expect(runner).toMatchObject({ programs: "/copy", becomesOwner: true, dataThroughCwd: false });
});

test("without namespaces, a data directory that cannot be reached is entered before the user changes", async () => {
  const runner = await choose({ canRun: () => true });

  expect(commandFor(runner, "postgres", "/data/postgres", [])).toMatchObject({
    file: "/programs/bin/postgres",
    options: { cwd: "/data/postgres", uid: 65534, gid: 65533, env: { PGDATA: "/proc/self/cwd" } },
  });
});

test("root without any way out is told what to do", async () => {
  await expect(choose({})).rejects.toThrow(
    "Start Posthorn as an ordinary user, or set POSTHORN_DATABASE_URL.",
  );
});

test("PostgreSQL gets nothing of our environment", async () => {
  process.env["POSTHORN_MASTER_KEY"] = "secret";
  const runner = await choose({ canRun: () => true, canEnter: () => true });

  const { env } = commandFor(runner, "postgres", "/data/postgres", []).options;

  expect(Object.keys(env).toSorted()).toEqual(["LC_ALL", "PATH", "PGDATA"]);
  delete process.env["POSTHORN_MASTER_KEY"];
});
