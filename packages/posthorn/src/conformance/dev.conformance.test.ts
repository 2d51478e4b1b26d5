/**
 * `posthorn dev` as a person uses it, in real terminals: the tests follow one home from its first start on, because each start of
 * a product costs seconds. The launcher runs from the sources; package.conformance.test.ts has the packed one.
 */
import { once } from "node:events";
import { readFile, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type PosthornCli, type Running, createPosthornCli } from "../../../cli/src/testing/posthorn-cli.ts";
import { allowCliLogin, sessionIn } from "../../../server/src/testing/claimed-cli-key.ts";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const ENVIRONMENT = {
  POSTHORN_URL: "",
  POSTHORN_PORT: "0",
  POSTHORN_INGEST_PORT: "0",
  // What other starts on this machine have compiled is not compiled again.
  NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/posthorn"),
};

let cli: PosthornCli;
let home: string;
let data: string;
let local: Awaited<ReturnType<typeof startFarEnd>>;
/** As the first start made them. Null: there was none yet. */
let founded: { email: string; password: string; projectId: string } | null = null;
beforeAll(async () => {
  const main = join(ROOT, "packages/posthorn/src/main.ts");
  cli = await createPosthornCli({ url: "", program: { node: process.execPath, main } });
  home = cli.configFile.replace(/\/\.config\/.*$/, "");
  data = `${home}/.local/share/posthorn`;
  local = await startFarEnd(
    (_, response) => void response.writeHead(201).end("thanks from the local server"),
  );
});
afterEach(async ({ task }) => {
  // After a failure nothing may hold the data of the next test.
  if (task.result?.state !== "fail") return;
  for (const pid of await processesOfHome()) process.kill(pid, "SIGKILL");
});
afterAll(async () => {
  for (const pid of await processesOfHome()) process.kill(pid, "SIGKILL");
  local.close();
  await cli.remove();
});

const logFile = () => `${home}/.cache/posthorn/dev.log`;
const inTerminal = () => cli.startInTerminal(["dev", local.url, "shop"], ENVIRONMENT);
const inPipe = () => cli.start(["dev", local.url, "shop"], ENVIRONMENT);
const forgetKey = () => rm(cli.configFile, { force: true });

/** Product, database, sandbox: all that was started with this home. */
async function processesOfHome(): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const texts = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => ""); // it may end meanwhile
      return (await read("environ")) + (await read("cmdline"));
    }),
  );
  return pids.filter((_, at) => texts[at]?.includes(home));
}

const noneIsLeft = () => eventually(processesOfHome, (pids) => pids.length === 0);

async function running(): Promise<{ pid: number; dashboard: string }> {
  return JSON.parse(await readFile(join(data, "running.json"), "utf8"));
}

async function rememberFounded() {
  const { profiles } = await cli.config();
  const {
    dashboard_email: email = "",
    dashboard_password: password = "",
    project_id: projectId = "",
  } = profiles["dev"] ?? {};
  founded = { email, password, projectId };
  return founded;
}

/** Also for a test that runs alone. */
async function givenFirstStart() {
  if (founded !== null) return founded;
  const dev = inPipe();
  await dev.printed("Connected. Waiting for events.");
  dev.interrupt();
  expect(await dev.ended()).toBe(0);
  return rememberFounded();
}

/** The link that the person is asked to open. */
async function linkIn(asking: Running): Promise<string> {
  await asking.printed("Waiting for your click");
  return /https?:\/\/\S+\/cli-auth\/\S+/.exec(asking.output())?.[0] ?? "";
}

test("on an empty home one command shows what arrives, byte for byte, and Ctrl-C leaves no process", async () => {
  const body = Buffer.from([0x89, 0x50, 0xff, 0x00, 0x0a]);
  const terminal = inTerminal();

  await terminal.shows("● Connected");
  const url = /Source +(http\S+)/.exec(terminal.screen())?.[1] ?? "";
  expect(terminal.screen()).toContain("The source shop was made.");
  expect(terminal.screen()).toContain("Sign in to the dashboard as");
  const sent = await fetch(`${url}/orders?page=1&a=%2F`, {
    method: "POST",
    headers: { "x-shop": "one" },
    body,
  });
  expect(sent.status).toBe(200);
  await terminal.shows("✓ 201");
  terminal.type("\t");
  await terminal.shows("thanks from the local server");
  terminal.interrupt();

  expect(await terminal.ended()).toBe(0);
  expect(local.received).toMatchObject([
    { method: "POST", url: "/orders?page=1&a=%2F", headers: { "x-shop": "one" }, body },
  ]);
  // What the view covered is there again.
  expect(terminal.isTaken()).toBe(false);
  expect(terminal.screen()).toContain("Stopped. 1 event received, 0 failed.");
  expect(terminal.screen()).toContain("Posthorn has stopped.");
  const { profile, profiles } = await cli.config();
  expect([profile, Object.keys(profiles)]).toEqual([undefined, ["dev"]]);
  const { email, password } = await rememberFounded();
  expect(terminal.screen()).toMatch(new RegExp(`Email +${email}\\n +Password +${password}\\n`));
  await noneIsLeft();
});

test("the next time it asks nothing; if the product is killed, it says so in words and ends with 1", async () => {
  await givenFirstStart();
  const dev = inPipe();
  await dev.printed("Connected. Waiting for events.");
  const { pid } = await running();

  process.kill(pid, "SIGKILL");

  expect(await dev.ended()).toBe(1);
  expect(dev.output()).not.toMatch(/was made|Waiting for your click/);
  expect(dev.output()).toContain("Error: Posthorn has ended while you listened.\nIt was ended by SIGKILL.");
  expect(dev.output()).toMatch(/The end of its log:\n\n {2}\S/);
  expect(dev.output()).toContain(`Its whole log: ${logFile()}`);
  // Before that, none of its lines has reached the terminal.
  expect(dev.output().split("Error:")[0]).not.toContain(" info ");
});

test("a Posthorn that runs on the data is used and left running; without a key the browser gives one", async () => {
  const { projectId, ...owner } = await givenFirstStart();
  const start = cli.start(["start"], ENVIRONMENT);
  await start.printed(`"event":"started"`);
  const { dashboard } = await running();
  const goesOn = async () => expect((await fetch(`${dashboard}/readyz`)).status).toBe(200);
  await forgetKey();

  const interrupted = inTerminal();
  await linkIn(interrupted);
  interrupted.interrupt();
  expect(await interrupted.ended()).toBe(0);
  await goesOn();

  const dev = inTerminal();
  const link = await linkIn(dev);
  const session = await fetch(`${dashboard}/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: dashboard },
    body: JSON.stringify(owner),
  });
  expect(session.status).toBe(200);
  await allowCliLogin(sessionIn(session), { publicUrl: dashboard, projectId, link });
  await dev.shows("● Connected");
  dev.type("q");

  expect(await dev.ended()).toBe(0);
  expect(dev.screen()).toContain(`Posthorn goes on at ${dashboard}.`);
  await goesOn();
  start.interrupt();
  expect(await start.ended()).toBe(0);
  await noneIsLeft();
});

test("Ctrl-C while it waits for the browser stops the product as well", async () => {
  await givenFirstStart();
  await forgetKey();
  const dev = inTerminal();
  expect(await linkIn(dev)).toContain("/cli-auth/");

  dev.interrupt();

  expect(await dev.ended()).toBe(0);
  expect(dev.screen()).toContain("Posthorn has stopped.");
  await noneIsLeft();
});

test("a dev that is killed takes the product with it, in order", async () => {
  await givenFirstStart();
  await forgetKey();
  const dev = inTerminal();
  await linkIn(dev);

  dev.signal("SIGKILL");

  expect(await dev.ended()).toBeNull();
  await noneIsLeft();
  expect(await readdir(data)).not.toContain("instance.lock");
});

test("a port that another program has is said in the product's words", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? address?.port : undefined;
  try {
    const dev = cli.start(["dev", local.url, "shop"], { ...ENVIRONMENT, POSTHORN_PORT: String(port) });

    expect(await dev.ended()).toBe(1);
    expect(dev.output()).toContain(
      `Error: Posthorn could not start.\nPort ${port} of 127.0.0.1 is in use by`,
    );
  } finally {
    other.close();
  }
});
