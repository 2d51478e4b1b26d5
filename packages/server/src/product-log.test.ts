import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { createProductLog, welcome } from "./product-log.ts";

const plain = (text: string) => text;

function logged(environment: Record<string, string>, isTerminal: boolean) {
  const lines: string[] = [];
  const config = readConfig({ POSTHORN_DATA_DIR: "/srv/posthorn", ...environment }, isTerminal);
  const { log, started } = createProductLog(config.log, { write: (line) => lines.push(line) });
  log.info("migration.applied");
  log.warn("mail.not_configured");
  started(config, { memoryBytes: 2 ** 30, processes: 1 });
  log.debug?.("attempt.settled");
  log.info("api.answered");
  return lines;
}

const events = (lines: string[]) => lines.map((line) => JSON.parse(line).event);

test("a pipe gets every line as JSON, with the addresses in `started`", () => {
  const lines = logged({}, false);

  expect(events(lines)).toEqual(["migration.applied", "mail.not_configured", "started", "api.answered"]);
  expect(JSON.parse(lines[2] ?? "")).toMatchObject({
    dashboard: "http://127.0.0.1:4400",
    ingest: "http://127.0.0.1:4401",
    data: "/srv/posthorn",
    memory_mb: 1024,
  });
});

test("a terminal gets a short start, the addresses, and then a line per event", () => {
  const lines = logged({ NO_COLOR: "1" }, true);

  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^[\d:]{8} warn {2}mail\.not_configured$/);
  expect(lines[1]).toBe(`
Posthorn is running.

  Dashboard    http://127.0.0.1:4400
  Source URLs  http://127.0.0.1:4401/e/…
  Data         /srv/posthorn
  Stop         Ctrl-C
`);
  expect(lines[2]).toMatch(/^[\d:]{8} info {2}api\.answered$/);
});

test("POSTHORN_LOG decides against the terminal's default, either way", () => {
  expect(events(logged({ POSTHORN_LOG: "json" }, true))).toContain("started");
  expect(logged({ POSTHORN_LOG: "text" }, false).join("\n")).toContain("Posthorn is running.");
});

test("at level warn a person still reads where the product runs; at debug also what the start did", () => {
  const quiet = logged({ POSTHORN_LOG: "text", POSTHORN_LOG_LEVEL: "warn" }, false);
  expect(quiet).toHaveLength(2);
  expect(quiet[1]).toContain("http://127.0.0.1:4400");

  const full = logged({ POSTHORN_LOG: "text", POSTHORN_LOG_LEVEL: "debug" }, false).join("\n");
  for (const event of ["migration.applied", "attempt.settled", "api.answered"]) expect(full).toContain(event);
});

test("the addresses are those of the process's roles, and a database's password is not among them", () => {
  const config = readConfig({
    POSTHORN_ROLES: "ingest,worker",
    POSTHORN_DATABASE_URL: "postgres://ada:hunter2@db.internal:5432/posthorn",
    POSTHORN_MASTER_KEY: "k".repeat(32),
  });
  const text = welcome(config, plain);

  expect(text).not.toContain("Dashboard");
  expect(text).not.toContain("hunter2");
  expect(text).toContain("Database     db.internal:5432/posthorn");
});

test("where several processes run, each line names its process, and the page says how many there are", () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const config = readConfig({ POSTHORN_LOG: "json" }, false);
  const second = createProductLog(config.log, { write, processNumber: 2 });
  second.log.info("attempt.settled", { process: 7 });
  second.joined();
  createProductLog(config.log, { write }).started(config, { memoryBytes: 2 ** 30, processes: 4 });

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "attempt.settled", in_process: 2, process: 7 },
    { event: "process.started", in_process: 2 },
    { event: "started", processes: 4 },
  ]);
  expect(JSON.parse(lines[2] ?? "")).not.toHaveProperty("in_process");
  expect(welcome(config, plain, 4)).toMatch(/^ {2}Processes +4$/m);
  expect(welcome(config, plain, 1)).not.toContain("Processes");
});

test("as text, a process says nothing of a start that went well", () => {
  const lines: string[] = [];
  const { log } = readConfig({ POSTHORN_LOG: "text" }, false);
  const third = createProductLog(log, { write: (line) => lines.push(line), processNumber: 3 });
  third.log.info("migration.applied");
  third.joined();
  third.log.info("api.answered");

  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/api\.answered in_process=3$/);
});
