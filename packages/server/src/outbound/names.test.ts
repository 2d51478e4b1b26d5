/** Which addresses does a name have? Against a real name server on loopback. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startNameServer } from "../testing/name-server.ts";
import { type NamesSettings, createNames } from "./names.ts";
import { completions, parseHosts, parseSearch } from "./system-names.ts";

const closing: (() => unknown)[] = [];
afterAll(() => closing.map((close) => close()));

const folder = mkdtempSync(join(tmpdir(), "names-"));
closing.push(() => rmSync(folder, { recursive: true }));
let number = 0;
function fileWith(text: string): string {
  const path = join(folder, String(number++));
  writeFileSync(path, text);
  return path;
}

async function given(
  records: Parameters<typeof startNameServer>[0],
  { hosts = "", resolvConf = "", ...settings }: NamesSettings & { hosts?: string; resolvConf?: string } = {},
) {
  const server = await startNameServer(records);
  const files = { hosts: fileWith(hosts), resolvConf: fileWith(resolvConf) };
  const names = createNames({ nameServers: [server.address], files, lookupWithinMs: 60_000, ...settings });
  closing.push(() => names.close(), server.close);
  const addressesOf = async (name: string) => (await names.addressesOf(name)).map(({ address }) => address);
  return { records, server, names, addressesOf };
}

test("many that ask at once share one lookup, and its answer is remembered", async () => {
  const { server, addressesOf } = await given({ "shop.test": { address: "192.0.2.1" } });

  const answers = await Promise.all(Array.from({ length: 100 }, () => addressesOf("shop.test")));
  await addressesOf("shop.test");

  expect(new Set(answers.flat())).toEqual(new Set(["192.0.2.1"]));
  expect(server.lookupsOf("shop.test")).toHaveLength(1);
});

test("an answer is remembered as long as its record says, for a second at least and five minutes at most", async () => {
  const clock = { ms: 0 };
  const records = {
    "a.test": { address: "192.0.2.1", ttl: 60 },
    "none.test": { address: "192.0.2.1", ttl: 0 },
  };
  const long = { "long.test": { address: "192.0.2.1", ttl: 86_400 } };
  const { server, addressesOf } = await given({ ...records, ...long }, { nowMs: () => clock.ms });
  const lookupsAt = async (name: string, ms: number) => {
    clock.ms = ms;
    await addressesOf(name);
    return server.lookupsOf(name).length;
  };

  expect([await lookupsAt("a.test", 0), await lookupsAt("a.test", 59_999)]).toEqual([1, 1]);
  expect(await lookupsAt("a.test", 60_000)).toBe(2);
  expect([await lookupsAt("none.test", 0), await lookupsAt("none.test", 999)]).toEqual([1, 1]);
  expect(await lookupsAt("none.test", 1_000)).toBe(2);
  expect([await lookupsAt("long.test", 0), await lookupsAt("long.test", 299_999)]).toEqual([1, 1]);
  expect(await lookupsAt("long.test", 300_000)).toBe(2);
});

test("a name that does not exist is remembered for five seconds", async () => {
  const clock = { ms: 0 };
  const { records, server, addressesOf } = await given({}, { nowMs: () => clock.ms });

  await expect(addressesOf("new.test")).rejects.toMatchObject({ code: "NAME_NOT_RESOLVED" });
  records["new.test"] = { address: "192.0.2.1" };
  clock.ms = 4_999;
  await expect(addressesOf("new.test")).rejects.toMatchObject({ code: "NAME_NOT_RESOLVED" });
  expect(server.lookupsOf("new.test")).toHaveLength(1);
  clock.ms = 5_000;

  expect(await addressesOf("new.test")).toEqual(["192.0.2.1"]);
});

test("a lookup that nobody answers ends at its deadline, for all that wait for it", async () => {
  const { addressesOf } = await given({ "silent.test": "silent" }, { lookupWithinMs: 200 });

  const failures = await Promise.all(
    Array.from({ length: 3 }, () => addressesOf("silent.test").catch((error: unknown) => error)),
  );

  for (const failure of failures)
    expect(failure).toMatchObject({
      code: "NAME_NOT_RESOLVED",
      cause: { message: "No name server answered in time" },
    });
});

test("only so many names are remembered, and the oldest goes first", async () => {
  const address = { address: "192.0.2.1" };
  const { server, addressesOf } = await given(
    { "a.test": address, "b.test": address, "c.test": address },
    { namesMost: 2 },
  );

  for (const name of ["a.test", "b.test", "c.test", "b.test", "a.test"]) await addressesOf(name);

  expect(["a.test", "b.test", "c.test"].map((name) => server.lookupsOf(name).length)).toEqual([2, 1, 1]);
});

test("the hosts file counts before any name server, and localhost never leaves the machine", async () => {
  const { server, addressesOf } = await given({}, { hosts: "192.0.2.7 intern.test Intern # ours\n" });

  expect(await addressesOf("intern.test")).toEqual(["192.0.2.7"]);
  expect(await addressesOf("INTERN.")).toEqual(["192.0.2.7"]);
  expect(await addressesOf("localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(await addressesOf("deep.localhost.")).toEqual(["127.0.0.1", "::1"]);
  expect(server.asked()).toEqual([]);
});

test("a short name is completed by the search domains of resolv.conf", async () => {
  const { server, addressesOf } = await given(
    { "shop.default.svc.cluster.local": { address: "192.0.2.8" }, "shop.test": { address: "192.0.2.9" } },
    { resolvConf: "search other.local default.svc.cluster.local\noptions ndots:5\n" },
  );

  expect(await addressesOf("shop")).toEqual(["192.0.2.8"]);
  expect(await addressesOf("shop.test")).toEqual(["192.0.2.9"]);
  expect(server.lookupsOf("shop.other.local")).toHaveLength(1);
});

test("files are read again when they have changed, and remembered while they cannot be read", async () => {
  const clock = { ms: 0 };
  const hosts = fileWith("192.0.2.1 shop.test\n");
  const resolvConf = fileWith("nameserver 192.0.2.53\n");
  const { server, addressesOf } = await given({}, { files: { hosts, resolvConf }, nowMs: () => clock.ms });
  const at = (ms: number) => {
    clock.ms = ms;
    return addressesOf("shop.test");
  };

  expect(await at(0)).toEqual(["192.0.2.1"]);
  writeFileSync(hosts, "192.0.2.22 shop.test\n");
  expect(await at(999)).toEqual(["192.0.2.1"]);
  expect(await at(1_000)).toEqual(["192.0.2.22"]);
  rmSync(hosts);
  expect(await at(2_000)).toEqual(["192.0.2.22"]);
  expect(server.asked()).toEqual([]);
});

test("hosts files and resolv.conf are read as the system reads them", () => {
  const hosts = parseHosts(
    "127.0.0.1\tlocalhost LOCALHOST.test\n::1 localhost\n# 10.0.0.1 no\nnot-an-address x\n",
  );
  expect(hosts.get("localhost")).toEqual([
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ]);
  expect([...hosts.keys()]).toEqual(["localhost", "localhost.test"]);

  expect(parseSearch("")).toEqual({ domains: [], ndots: 1 });
  expect(parseSearch("domain a.test\nsearch b.test. c.test # d\noptions rotate ndots:99 timeout:1")).toEqual({
    domains: ["b.test", "c.test"],
    ndots: 15,
  });
});

test.each<[string, number, string[]]>([
  ["shop", 1, ["shop.a.test", "shop.b.test", "shop"]],
  ["shop.example", 1, ["shop.example", "shop.example.a.test", "shop.example.b.test"]],
  ["shop.example", 2, ["shop.example.a.test", "shop.example.b.test", "shop.example"]],
  ["shop.", 5, ["shop"]],
])("%s, with ndots:%i, is asked for as %j", (name, ndots, asked) => {
  expect(completions(name, { domains: ["a.test", "b.test"], ndots })).toEqual(asked);
});
