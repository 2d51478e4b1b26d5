/** What do real answers of a name server prove? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDnsRecords, type DnsRecords } from "../outbound/dns-records.ts";
import { type GivenName, startNameServer } from "../testing/name-server.ts";
import { type Findings, lookAtDomain } from "./look-at-domain.ts";
import { nextLookMs } from "./next-look.ts";

const HOST = "hooks.acme.test";
const CHALLENGE = `_posthorn-challenge.${HOST}`;
const TARGET = "edge.posthorn.test";
const TXT_VALUE = "t".repeat(32);
const PROOF = { texts: [TXT_VALUE] };

const names: Record<string, GivenName | "silent"> = {};
let server: Awaited<ReturnType<typeof startNameServer>>;
let dns: DnsRecords;
beforeAll(async () => {
  server = await startNameServer(names);
  dns = createDnsRecords({ servers: [server.address], withinMs: 60_000 });
});
afterAll(() => server.close());

async function look(given: typeof names, target = TARGET, records = dns): Promise<Findings> {
  for (const name of Object.keys(names)) delete names[name];
  Object.assign(names, given);
  return lookAtDomain(records, { hostname: HOST, txt_value: TXT_VALUE }, target);
}

test.each<[string, typeof names, Findings["routing"]]>([
  ["an alias", { [HOST]: { alias: TARGET } }, "found"],
  ["an alias in other letters", { [HOST]: { alias: "EDGE.Posthorn.test" } }, "found"],
  [
    "an alias of an alias",
    { [HOST]: { alias: "all.acme.test" }, "all.acme.test": { alias: TARGET } },
    "found",
  ],
  [
    "the addresses behind the alias",
    { [HOST]: { address: "192.0.2.7" }, [TARGET]: { address: "192.0.2.7" } },
    "found",
  ],
  ["another address", { [HOST]: { address: "192.0.2.8" }, [TARGET]: { address: "192.0.2.7" } }, "wrong"],
  [
    "an alias of somebody else",
    {
      [HOST]: { alias: "edge.other.test" },
      "edge.other.test": { address: "192.0.2.8" },
      [TARGET]: { address: "192.0.2.7" },
    },
    "wrong",
  ],
  [
    "aliases in a circle",
    {
      [HOST]: { alias: "a.test" },
      "a.test": { alias: "b.test" },
      "b.test": { address: "192.0.2.8" },
      [TARGET]: { address: "192.0.2.7" },
    },
    "wrong",
  ],
  ["nothing", { [TARGET]: { address: "192.0.2.7" } }, "missing"],
])("the name leads to %s", async (_what, given, routing) => {
  expect(await look({ ...given, [CHALLENGE]: PROOF })).toEqual({ routing, ownership: "found" });
});

test.each<[string, GivenName | undefined, Findings["ownership"]]>([
  ["the value", PROOF, "found"],
  ["the value among others", { texts: ["v=spf1 -all", ` ${TXT_VALUE} `] }, "found"],
  ["another value", { texts: ["t".repeat(31)] }, "wrong"],
  ["the value of another project", { texts: ["o".repeat(32)] }, "wrong"],
  ["a long text that begins with it", { texts: [TXT_VALUE + "x".repeat(300)] }, "wrong"],
  ["an address only", { address: "192.0.2.7" }, "missing"],
  ["nothing", undefined, "missing"],
])("the TXT record has %s", async (_what, given, ownership) => {
  const records = { [HOST]: { alias: TARGET }, ...(given && { [CHALLENGE]: given }) };

  expect(await look(records)).toEqual({ routing: "found", ownership });
});

test("where the operator has an address instead of a name, the domain must have that address", async () => {
  const address = { [HOST]: { address: "192.0.2.7" }, [CHALLENGE]: PROOF };

  expect(await look(address, "192.0.2.7")).toMatchObject({ routing: "found" });
  expect(await look(address, "192.0.2.9")).toMatchObject({ routing: "wrong" });
});

test("silence proves nothing and refutes nothing", async () => {
  const hasty = createDnsRecords({ servers: [server.address], withinMs: 1 });

  expect(await look({ [HOST]: "silent", [CHALLENGE]: "silent" }, TARGET, hasty)).toEqual({
    routing: "unanswered",
    ownership: "unanswered",
  });
});

test("a claim is looked at often at first, an active domain seldom, a lost one more often", () => {
  const found: Findings = { routing: "found", ownership: "found" };
  const lost: Findings = { routing: "found", ownership: "missing" };

  expect([0, 60_000, 600_000, 86_400_000].map((age) => nextLookMs(lost, age, 0))).toEqual([
    5_000, 5_000, 30_000, 600_000,
  ]);
  expect(nextLookMs(found, 0, 0)).toBe(6 * 3_600_000);
  expect(nextLookMs(found, null, 1)).toBe(6.6 * 3_600_000);
  expect(nextLookMs(lost, null, 0)).toBe(3_600_000);
});
