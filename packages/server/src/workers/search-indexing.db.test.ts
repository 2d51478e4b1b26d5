/** With the search index a search finds exactly what it finds without, whatever is stored and whenever. */
import { gzipSync } from "node:zlib";
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uuidText } from "../ids.ts";
import { createLog } from "../log.ts";
import { neededKeys } from "../search/needed-keys.ts";
import { readSections } from "../search/searched-sections.sql.ts";
import { createSearches } from "../search/searches.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { findStaleSection, publishMark } from "../store/search-index.ts";
import { type GivenApi, givenApi, givenEvent } from "../testing/given-api.ts";
import { type Random, randomFrom } from "../testing/random.ts";
import { requestIdAt } from "../testing/request-id-at.ts";
import { createRetentionTurn } from "./retention.ts";
import { createIndexingTurn } from "./search-indexing.ts";

const HOUR_MS = 60 * 60 * 1000;
const HIGHEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

let api: GivenApi;
let source_id: string;
let webhook_id: string;
/** Requests come one second after another, beginning two hours ago, so the mark has passed them all. */
let atMs = Date.now() - 2 * HOUR_MS;

beforeAll(async () => {
  const budget = { rows: 120, stepMs: 10_000, mostMs: 60_000, totalMs: 10_000 };
  api = await givenApi({ searches: createSearches({ columns: budget, payloads: budget }) });
  await ensurePartitions(api.db, atMs);
  const destination = { name: "backend", config: { url: "https://api.example.com" } };
  await api.call("POST", "/connections", { body: { source: { name: "shop" }, destination } });
  const { rows } = await api.db.query<{ id: string; source_id: string }>(
    "select id, source_id from connections",
  );
  source_id = rows[0]?.source_id ?? "";
  webhook_id = rows[0]?.id ?? "";
});
afterAll(() => api.stop());
beforeEach(async () => {
  for (const table of [
    "requests",
    "payloads",
    "kept_payloads",
    "events",
    "search_sections",
    "search_late",
    "search_mark",
  ]) {
    await api.db.query(`delete from ${table}`);
  }
});

const indexer = (
  options: { enough?: { requests: number; bytes: number }; gently?: () => Promise<unknown> } = {},
) =>
  createIndexingTurn(
    { db: api.db, log: createLog(() => undefined) },
    { enough: { requests: 1, bytes: 1 }, blockBytes: 900, gently: async () => undefined, ...options },
  );

/** One turn of another worker, as if the last one had been silent for a while. */
async function tryToIndex(options: Parameters<typeof indexer>[0] = {}): Promise<boolean> {
  await api.db.query("update search_mark set worker_until = '-infinity'");
  return indexer(options).turn();
}

/** Transactions of other tests on the same server may hold a turn up. */
async function index(options: Parameters<typeof indexer>[0] = {}): Promise<void> {
  await expect.poll(() => tryToIndex(options)).toBe(true);
}

interface Content {
  path?: string;
  query?: string | null;
  headers?: string[];
  body?: string | Buffer | null;
}

async function storePayload(id: string, { path = "/", query = null, headers = [], body = "{}" }: Content) {
  await api.db.query(
    `insert into payloads (team_id, id, method, path, query, headers, body) values ($1, $2, 'POST', $3, $4, $5, $6)`,
    [api.team_id, id, path, query, JSON.stringify(headers), body === null ? null : Buffer.from(body)],
  );
}

async function storeRequest(id: string, payload_id: string | null = null) {
  await api.db.query(
    `insert into requests (team_id, id, source_id, payload_id, accepted_by) values ($1, $2, $3, $4, 1)`,
    [api.team_id, id, source_id, payload_id],
  );
}

/** Stores a request with its payload and one event. Returns the request's id. */
async function given(content: Content, id = uuidText(requestIdAt((atMs += 1_000)))): Promise<string> {
  await storePayload(id, content);
  await storeRequest(id);
  await givenEvent(api.db, { team_id: api.team_id, request_id: id, webhook_id });
  return id;
}

/** Stores an event with a payload of its own, as a transformation leaves it, in one statement. */
async function givenTransformed(request_id: string, ordinal: number, body: string): Promise<string> {
  const id = `${request_id.slice(0, 32)}${ordinal.toString(16).padStart(4, "0")}`;
  await api.db.query(
    `with made as (
       insert into payloads (team_id, id, method, path, headers, body) values ($1, $2, 'POST', '/', '[]', $4))
     insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, updated_at)
     values ($1, $2, $3, $2, 'SUCCESSFUL', 1, 'INITIAL', now())`,
    [api.team_id, id, webhook_id, Buffer.from(body)],
  );
  return id;
}

/** Stores a request that points to older data. */
async function givenReplay(payload_id: string): Promise<string> {
  const id = uuidText(requestIdAt((atMs += 1_000)));
  await storeRequest(id, payload_id);
  await api.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, updated_at)
     values ($1, $2, $3, $4, 'SUCCESSFUL', 1, 'INITIAL', now())`,
    [api.team_id, `${id.slice(0, 32)}0001`, webhook_id, payload_id],
  );
  return id;
}

async function found(list: "events" | "requests", query: string): Promise<string[]> {
  const ids: string[] = [];
  let next = "";
  do {
    const { status, body } = await api.call("GET", `/${list}?limit=40&${query}${next}`);
    expect([query, status]).toEqual([query, 200]);
    ids.push(...body.models.map((model: { id: string }) => model.id));
    next = body.pagination.next === undefined ? "" : `&next=${body.pagination.next}`;
  } while (next !== "");
  return ids;
}

const term = (text: string) => `search_term=${encodeURIComponent(text)}`;
const request = (id: string) => publicId("request", id);

async function blocks(search_term: string): Promise<{ all: number; left: number; sections: number }> {
  const demands = neededKeys({ search_term });
  const { sections } = await readSections(api.db, { team_id: api.team_id, demands }, HIGHEST, "desc");
  const { rows } = await api.db.query<{ all: number; sections: number }>(
    "select coalesce(sum(octet_length(ends)) / 16, 0)::int as all, count(*)::int as sections from search_sections",
  );
  const left = sections.reduce((sum, section) => sum + section.left.length, 0);
  return { all: rows[0]?.all ?? 0, sections: rows[0]?.sections ?? 0, left };
}

const WORDS = [
  "Zwetschge",
  "knödel",
  "漢字仮名",
  "order",
  "PLUM",
  "🎺 horn",
  "a/b",
  'say "hi"',
  String.raw`C:\temp`,
  "x-1",
];

function randomText(random: Random): string {
  const kinds = [
    () => WORDS[random(WORDS.length)] ?? "",
    () => random(2 ** 31).toString(16),
    () => String(random(1_000_000_000)),
    () => String.fromCharCode(97 + random(26)).repeat(1 + random(4)),
  ];
  return Array.from({ length: 1 + random(4) }, () => kinds[random(kinds.length)]?.() ?? "").join(
    random(2) ? " " : "-",
  );
}

/** Content in every form that a search treats in its own way. */
function randomContent(random: Random): Content {
  const [first, second] = [randomText(random), randomText(random)];
  const json = JSON.stringify({ note: first, deep: [{ [second.slice(0, 9)]: random(100_000) }] });
  const path = `/shops/${encodeURIComponent(randomText(random))}`;
  const query =
    random(3) === 0
      ? `q=${encodeURIComponent(first)}&page=${random(50)}`
      : random(2)
        ? `q=${second.replaceAll(/\W/g, "+")}`
        : null;
  const jsonType = [
    "Content-Type",
    "application/json",
    "X-Trace",
    randomText(random).replaceAll(/[^ -~]/g, ""),
  ];
  const forms: (() => Content)[] = [
    () => ({ body: json, headers: jsonType }),
    () => ({
      body: json.replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
      headers: jsonType,
    }),
    () => ({ body: json.replaceAll("/", String.raw`\/`), headers: jsonType }),
    () => ({ body: json.replace("note", String.raw`\u006eote`), headers: jsonType }),
    () => ({ body: gzipSync(json), headers: [...jsonType, "Content-Encoding", "gzip"] }),
    () => ({
      body: `note=${encodeURIComponent(first)}&x=${random(99)}`,
      headers: ["content-type", "application/x-www-form-urlencoded"],
    }),
    () => ({ body: Buffer.concat([Buffer.from([0, 0xc3, 255]), Buffer.from(first), Buffer.from([0xc3])]) }),
    () => ({ body: null }),
    () => ({ body: first }),
  ];
  return { path, query, ...forms[random(forms.length)]?.() };
}

/** Terms that stand somewhere, in any case, and some that stand nowhere; and values that some body has. */
function randomQuery(random: Random, texts: readonly string[]): string {
  const text = texts[random(texts.length)] ?? "";
  const from = random(Math.max(1, text.length - 3));
  const piece = text
    .slice(from, from + 3 + random(14))
    .padEnd(3, "z")
    .toWellFormed();
  const searchable = piece.trim().length < 3 ? "plum" : piece;
  const cased = random(2) ? searchable.toUpperCase() : searchable;
  const kinds = [
    () => term(cased),
    () => term(cased),
    () => term(`${cased}q7`),
    () => term(`03${cased}`),
    () => `path=${encodeURIComponent(cased)}`,
    () => `body=${encodeURIComponent(JSON.stringify({ note: text }))}`,
    () =>
      `body=${encodeURIComponent(JSON.stringify({ deep: [{ [text.slice(0, 9).toWellFormed()]: random(9) }] }))}`,
    () => `parsed_query=${encodeURIComponent(JSON.stringify({ q: text }))}`,
    () => `headers=${encodeURIComponent(JSON.stringify({ "x-trace": text }))}`,
    () => `${term(cased)}&status=SUCCESSFUL&dir=asc`,
    () => `${term(cased)}&webhook_id=${publicId("connection", webhook_id)}`,
  ];
  return kinds[random(kinds.length)]?.() ?? "";
}

test("a search finds the same rows with the index as without", async () => {
  const random = randomFrom(12);
  const texts: string[] = [];
  const ids: string[] = [];
  const store = async (count: number) => {
    for (let number = 0; number < count; number++) {
      const kind = random(10);
      const older = ids[random(Math.max(1, ids.length))];
      if (kind === 0 && older !== undefined) ids.push(await givenReplay(older));
      else {
        const content = randomContent(random);
        const id = await given(content);
        ids.push(id);
        const body = typeof content.body === "string" ? content.body : "";
        texts.push(
          ...(/"note":"(?<note>[^"]*)"/.exec(body)?.slice(1) ?? [body]),
          decodeURIComponent(content.path ?? ""),
        );
        if (kind === 1) await givenTransformed(id, 2, randomText(random));
      }
    }
  };
  await store(150);
  await index();
  await store(90);
  await index();
  await store(30); // not indexed
  const queries = Array.from({ length: 80 }, () =>
    randomQuery(
      random,
      texts.filter((text) => text.isWellFormed()),
    ),
  );
  const ask = async () => {
    const answers: [string, string[]][] = [];
    for (const [at, query] of queries.entries()) {
      const list = at % 2 === 0 || /status|webhook/.test(query) ? "events" : "requests";
      answers.push([`${list}?${query}`, await found(list, query)]);
    }
    return answers;
  };

  const withIndex = await ask();
  const { all, sections } = await blocks("Zwetschge");
  await api.db.query("delete from search_sections");
  const without = await ask();

  expect(withIndex).toEqual(without);
  expect(without.filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(30);
  expect(sections).toBe(2);
  expect(all).toBeGreaterThan(30);
});

describe("the index rules out", () => {
  test("nearly all blocks for a rare word, in bodies that share nothing", async () => {
    const random = randomFrom(3);
    const hex = (length: number) => Array.from({ length }, () => random(16).toString(16)).join("");
    for (let number = 0; number < 60; number++)
      await given({ body: `${hex(900)}${number === 17 ? "Zwetschge" : ""}` });
    await index();

    const { all, left } = await blocks("zwetschge");

    expect(all).toBeGreaterThan(25);
    expect(left).toBe(1);
    expect(await found("events", term("zwetschge"))).toHaveLength(1);
    expect(await found("events", term("pflaume"))).toEqual([]);
  });

  test("nothing when a term is too short, or a body may be written otherwise", () => {
    expect(neededKeys({ search_term: "plu" })).toEqual([]);
    expect(neededKeys({ body: { value: { a: 1 }, isText: false } })).toEqual([]);
    expect(neededKeys({ body: { value: { name: "Zwetschge" }, isText: false } })[0]).toHaveLength(2);
  });
});

describe("what is stored after its place was indexed is found", () => {
  test("a request with an older id, and what a transformation makes of an old request", async () => {
    const first = await given({ body: "first" });
    const between = uuidText(requestIdAt((atMs += 1_000)));
    await given({ body: "last" });
    await index();

    await given({ body: "too-late-quince" }, between);
    await givenTransformed(first, 2, "transformed-quince");

    const expected = [`${between.slice(0, 32)}0001`, `${first.slice(0, 32)}0002`].map((id) =>
      publicId("event", id),
    );
    expect(await found("events", term("quince"))).toEqual(expected);
    expect(await findStaleSection(api.db)).not.toBeNull();

    await index();

    expect(await findStaleSection(api.db)).toBeNull();
    expect(await found("events", term("quince"))).toEqual(expected);
    expect((await blocks("quince")).left).toBeGreaterThan(0);
  });

  test("a commit that was open when the mark was published holds the index up", async () => {
    await given({ body: "early" });
    const slow = uuidText(requestIdAt((atMs += 1_000)));
    await given({ body: "later" });

    await api.db.transaction(async (tx) => {
      await tx.query(
        `insert into payloads (team_id, id, method, path, headers, body) values ($1, $2, 'POST', '/', '[]', 'slow-quince')`,
        [api.team_id, slow],
      );
      await tx.query("insert into requests (team_id, id, source_id, accepted_by) values ($1, $2, $3, 1)", [
        api.team_id,
        slow,
        source_id,
      ]);
      expect(await tryToIndex()).toBe(false);
      expect((await blocks("quince")).sections).toBe(0);
    });
    await index();

    expect((await blocks("quince")).sections).toBe(1);
    expect(await found("requests", term("slow-quince"))).toEqual([request(slow)]);
  });

  test("a row that comes while its section is read, also if another worker reads it too", async () => {
    const first = await given({ body: "first" });
    await given({ body: "second" });
    await index();
    await givenTransformed(first, 2, "quince-one");
    let hasCome = false;
    const meanwhile = async () => {
      if (hasCome) return;
      hasCome = true;
      await givenTransformed(first, 3, "quince-two");
      await index(); // the other worker, which sees both
      await givenTransformed(first, 4, "quince-three");
    };

    await index({ gently: meanwhile });

    expect(await found("events", term("quince"))).toHaveLength(3);
    await index();
    expect(await findStaleSection(api.db)).toBeNull();
    expect(await found("events", term("quince"))).toHaveLength(3);
  });
});

test("a worker that stops in the middle of a section leaves nothing behind, and another continues", async () => {
  for (let number = 0; number < 20; number++) await given({ body: `quince-${number} ${"x".repeat(400)}` });
  const stopped = indexer({
    async gently() {
      stopped.giveUp();
    },
  });

  await expect.poll(() => stopped.turn()).toBe(true);
  expect((await blocks("quince")).sections).toBe(0);
  expect(await found("requests", term("quince-7"))).toHaveLength(1);

  await index();
  expect((await blocks("quince")).sections).toBe(1);
  expect(await found("requests", term("quince-7"))).toHaveLength(1);
});

test("one worker at a time indexes, and another takes its place when it is silent", async () => {
  expect(await publishMark(api.db, workerOf(1))).not.toBeNull();
  expect(await publishMark(api.db, workerOf(2))).toBeNull();
  await api.db.query("update search_mark set worker_until = now() - interval '1 second'");
  expect(await publishMark(api.db, workerOf(2))).not.toBeNull();
});
const workerOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

test("the youngest requests, and those that a process has not finished, are not indexed yet", async () => {
  const young = uuidText(requestIdAt(Date.now()));
  const unfinished = uuidText(requestIdAt(Date.now() - 30_000));
  await api.db.query("insert into processes (unfinished_from, unrouted_from) values ($1, $1)", [
    `${unfinished.slice(0, 32)}0001`,
  ]);

  const mark = await publishMark(api.db, workerOf(1));
  await api.db.query("delete from processes");

  expect(mark).toBe(unfinished);
  expect(unfinished < young).toBe(true);
});

test("a section becomes small when its data is past retention, goes with its requests, and bookmarks are still found", async () => {
  const DAY_MS = 24 * HOUR_MS;
  const at = Date.now() - 40 * DAY_MS;
  await ensurePartitions(api.db, at);
  const kept = await given({ body: "kept-quince" }, uuidText(requestIdAt(at)));
  for (let number = 1; number < 30; number++) {
    await given({ body: `lost-quince ${"x".repeat(900)}` }, uuidText(requestIdAt(at + number)));
  }
  await index();
  const before = await sizeOfIndex();
  const bookmark = {
    event_data_id: publicId("payload", kept),
    webhook_id: publicId("connection", webhook_id),
    label: "kept",
  };
  expect((await api.call("POST", "/bookmarks", { body: bookmark })).status).toBe(200);
  await api.db.query("update projects set retention_days = 30");

  await createRetentionTurn(
    api.db,
    createLog(() => undefined),
  )();
  expect(await found("requests", term("quince"))).toEqual([request(kept)]);
  await index();

  expect(await found("requests", term("quince"))).toEqual([request(kept)]);
  expect(await findStaleSection(api.db)).toBeNull();
  expect(await sizeOfIndex()).toBeLessThan(before);
  await api.db.query("update projects set retention_days = 5");
  await createRetentionTurn(
    api.db,
    createLog(() => undefined),
  )();
  expect(await sizeOfIndex()).toBe(0);
});

async function sizeOfIndex(): Promise<number> {
  const { rows } = await api.db.query<{ bytes: number }>(
    "select coalesce(sum(octet_length(bits)), 0)::int as bytes from search_sections",
  );
  return rows[0]?.bytes ?? 0;
}
