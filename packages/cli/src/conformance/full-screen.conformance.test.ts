/** `posthorn listen` on a terminal: the view that fills it, read from the screen of a terminal as a person reads it. */
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { apiCallOf } from "../../../server/src/testing/api-call.ts";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";
import { givenProject } from "../../../server/src/testing/given-project.ts";
import { createProduct } from "../../../server/src/testing/product.ts";
import { reservePort } from "../../../server/src/testing/reserved-port.ts";
import { type PosthornCli, type Terminal, createPosthornCli } from "../testing/posthorn-cli.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function givenLocal(answer?: Parameters<typeof startFarEnd>[0]) {
  const local = await startFarEnd(answer);
  toClose.push(() => local.close());
  return local;
}

async function givenDeveloper() {
  const project = await givenProject();
  const cli = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  toClose.push(() => cli.remove());
  const api = apiCallOf(project);
  const urlOf = async (name: string): Promise<string> =>
    (await api("GET", `/sources?name=${name}`)).models[0].url;
  return { project, cli, api, urlOf };
}

async function listening(cli: PosthornCli, ...args: string[]): Promise<Terminal> {
  const terminal = cli.startInTerminal(["listen", ...args]);
  await terminal.shows("● Connected");
  return terminal;
}

async function send(url: string, body: string | Uint8Array = "{}", headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  expect(response.status).toBe(200);
}

const ENTER = "\r";
const ESCAPE = "\u001b";
const DOWN = "\u001b[B";
const UP = "\u001bOA";

test("events come in at the top, and the selected one is shown with headers, body and answer", async () => {
  const { cli, urlOf } = await givenDeveloper();
  const local = await givenLocal((request, response) =>
    request.url === "/bad"
      ? void response.writeHead(500, { "content-type": "text/plain" }).end("no stock")
      : void response.end("fine"),
  );

  const terminal = await listening(cli, local.url, "shop");
  await terminal.shows("Waiting for events.");
  await terminal.shows("● answers");
  await send(`${await urlOf("shop")}/good`, '{"sku":["a",1.50]}', { "x-shop": "one" });
  await terminal.shows("✓ 200");
  await terminal.shows("/good");
  await terminal.shows('"sku": [');
  await terminal.shows("x-shop");
  await send(`${await urlOf("shop")}/bad`);
  await terminal.shows("✗ Failed 500");
  terminal.type("\t");
  await terminal.shows("no stock");
  terminal.type(DOWN);
  await terminal.shows("fine");
  terminal.type(UP);
  await terminal.shows("no stock");
  await terminal.shows("2 received · ✓ 1  ✗ 1  ↻ 0");

  terminal.type("q");
  expect(await terminal.ended()).toBe(0);
  expect(terminal.isTaken()).toBe(false);
  expect(terminal.screen()).toContain("Stopped. 2 events received, 1 failed.");
});

test("r sends again, o opens the event, c copies a command, Enter shows all of it", async () => {
  const { cli, urlOf, api } = await givenDeveloper();
  const local = await givenLocal();
  const terminal = await listening(cli, local.url, "shop");
  await send(`${await urlOf("shop")}/pay`, '{"name":"O\'Hara"}');
  await terminal.shows("✓ 200");

  const [{ id }] = await eventually(
    async () => (await api("GET", "/events")).models,
    ([event]) => event?.status === "SUCCESSFUL",
  );
  terminal.type("r");
  await terminal.shows("is sent again");
  await terminal.shows("attempt 2");
  await eventually(
    async () => local.received,
    ({ length }) => length === 2,
  );
  expect(local.received.map(({ url }) => url)).toEqual(["/pay", "/pay"]);

  terminal.type("o");
  await terminal.shows("Your browser opens");
  await eventually(
    async () => cli.opened(),
    (links) => links.some((link) => link.endsWith(`/events/${id}`)),
  );

  terminal.type("c");
  await terminal.shows("Copied, if your terminal lets programs copy.");
  terminal.type("jjjj");
  await terminal.shows(`--data-raw '{"name":"O'\\''Hara"}'`);
  expect(terminal.screen()).toContain("● Connected");
  // oxlint-disable-next-line no-control-regex -- what a terminal takes for its clipboard
  const [, copied = ""] = /\u001b\]52;c;([^\u0007]*)\u0007/.exec(terminal.rawOutput()) ?? [];
  expect(Buffer.from(copied, "base64").toString()).toContain(`--globoff '${local.url}/pay'`);
  terminal.type(ESCAPE);
  await terminal.shows("copy as cURL");

  terminal.type(ENTER);
  await terminal.shows("neighbours");
  terminal.type("?");
  await terminal.shows("Kept here: the last 1,000 events");
  terminal.type("q");
  await terminal.shows("select");
});

test("search and filters narrow the list, also to one of several sources, and Esc takes them away", async () => {
  const { cli, urlOf } = await givenDeveloper();
  const local = await givenLocal(
    (request, response) => void response.writeHead(request.url === "/bad" ? 500 : 200).end(),
  );
  const terminal = await listening(cli, local.url, "shop,billing");
  await send(`${await urlOf("shop")}/first`, '{"word":"needle"}');
  await send(`${await urlOf("shop")}/bad`);
  await send(`${await urlOf("billing")}/other`);
  await terminal.shows("3 received · ✓ 2  ✗ 1");

  terminal.type("/NEEDLE");
  await terminal.showsNoMore("/other");
  terminal.type(ENTER);
  await terminal.shows('filter "NEEDLE" · 1 shown');
  terminal.type(ESCAPE);
  await terminal.shows("/other");
  terminal.type("f");
  await terminal.shows("filter only failed · 1 shown");
  expect(terminal.screen()).not.toContain("/first");
  terminal.type("ff");
  await terminal.shows("only billing · 1 shown");
  expect(terminal.screen()).not.toContain("/first");
  terminal.type("f");
  await terminal.shows("filter none");
});

test("the screen fits after a resize, and a pasted text presses no keys", async () => {
  const { cli, urlOf } = await givenDeveloper();
  const local = await givenLocal();
  const terminal = await listening(cli, local.url, "shop");
  await send(`${await urlOf("shop")}/pay`);
  await terminal.shows("✓ 200");

  terminal.type("\u001b[200~q\u001b[201~/\u001b[200~pa\u001b[201~");
  await terminal.shows(" /pa▏");
  terminal.type(ESCAPE);
  terminal.resize(60, 15);
  await terminal.showsNoMore("[Request]");
  await terminal.shows("quit");
  expect(terminal.screen()).toContain("● Connected");
  terminal.resize(30, 5);
  await terminal.shows("The terminal is too small");
  terminal.resize(140, 40);
  await terminal.shows("[Request]");
});

test.each(["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"] as const)("%s restores the terminal", async (signal) => {
  const { cli } = await givenDeveloper();
  const local = await givenLocal();
  const terminal = await listening(cli, local.url, "shop");
  expect(terminal.isTaken()).toBe(true);

  terminal.signal(signal);
  await terminal.ended();

  await eventually(
    async () => terminal.isTaken(),
    (isTaken) => !isTaken,
  );
  expect(terminal.rawOutput()).toContain("\u001b[?25h");
});

test("a mistake of ours restores the terminal before it is printed", async () => {
  const { cli } = await givenDeveloper();
  const local = await givenLocal();
  const mistake = await cli.file(
    "mistake.mjs",
    'process.on("SIGUSR2", () => { throw new Error("a mistake of ours"); });',
  );
  const terminal = cli.startInTerminal(["listen", local.url, "shop"], {
    NODE_OPTIONS: `--import ${mistake}`,
  });
  await terminal.shows("● Connected");

  terminal.signal("SIGUSR2");
  expect(await terminal.ended()).toBe(1);

  await terminal.shows("a mistake of ours");
  expect(terminal.isTaken()).toBe(false);
});

test("Ctrl-Z gives the terminal back to the shell, and fg goes on where it was", async () => {
  const { cli, urlOf } = await givenDeveloper();
  const local = await givenLocal();
  const shell = cli.startInShell(["listen", local.url, "shop"]);
  await shell.shows("● Connected");

  shell.type("\u001a");
  await shell.shows("Stopped");
  expect(shell.isTaken()).toBe(false);
  shell.type("echo the-shell-$((20+22))\r");
  await shell.shows("the-shell-42");
  shell.type("fg\r");
  await eventually(
    async () => shell.isTaken(),
    (isTaken) => isTaken,
  );
  await send(`${await urlOf("shop")}/after`);
  await shell.shows("/after");
  shell.type("q");
  await shell.shows("Stopped. 1 event received");
  shell.type("stty -a | tr ' ' '\\n' | grep -x -- -\\\\?icanon; exit\r");
  await shell.ended();
  expect(shell.output()).toMatch(/^icanon/m);
});

test("a killed server is said on the screen with each try, and found again; what was missed is said", async () => {
  const product = await createProduct();
  toClose.push(() => product.remove());
  await product.start();
  const local = await givenLocal();
  const api = apiCallOf({ publicUrl: product.publicUrl, key: product.apiKey });
  const { team_id, url } = await api("PUT", "/sources", { name: "shop" });
  const cli = await createPosthornCli({
    url: product.publicUrl,
    signedIn: { key: product.apiKey, project: team_id },
  });
  toClose.push(() => cli.remove());

  const terminal = await listening(cli, local.url, "shop");
  await product.kill();
  await terminal.shows("✗ Connection lost · try 1");
  await terminal.shows("without end. Events are not forwarded meanwhile.");
  await terminal.shows("✗ Connection lost · try 4");
  await product.start();
  await terminal.shows("● Connected");
  await terminal.shows("Connected again. Nothing was missed.");
  await send(`${url}/after`);
  await terminal.shows("/after");
});

test("two clients on one source each show every event; a missing local server is shown until it is there", async () => {
  const { cli, urlOf, project } = await givenDeveloper();
  const { port, release } = await reservePort();
  toClose.push(release);
  const other = await createPosthornCli({
    url: project.publicUrl,
    signedIn: { key: project.key, project: publicId("project", project.id) },
  });
  toClose.push(() => other.remove());
  const local = await givenLocal();

  const [one, two] = [await listening(cli, String(port), "shop"), await listening(other, local.url, "shop")];
  await one.shows(`Nothing listens at http://localhost:${port}. Start your server`);
  await send(`${await urlOf("shop")}/both`);

  await one.shows("✗ refused");
  await two.shows("✓ 200");
  for (const terminal of [one, two]) await terminal.shows("/both");
});

test("a key that may no longer listen ends it with the reason, on a restored terminal", async () => {
  const { cli } = await givenDeveloper();
  const terminal = cli.startInTerminal(["listen", "3000", "shop"], { POSTHORN_API_KEY: "phk_wrong" });
  expect(await terminal.ended()).toBe(3);
  expect(terminal.isTaken()).toBe(false);
});

test("in CI, on a dumb terminal and when asked, it prints lines; NO_COLOR takes colours away", async () => {
  const { cli } = await givenDeveloper();
  const local = await givenLocal();
  for (const [env, args] of [
    [{ CI: "true" }, []],
    [{ TERM: "dumb" }, []],
    [{}, ["--output", "compact"]],
  ] as const) {
    const terminal = cli.startInTerminal(["listen", local.url, "shop", ...args], env);
    await terminal.printed("Connected. Waiting for events.");
    expect(terminal.rawOutput()).not.toContain("\u001b[?1049h");
  }
  const piped = cli.start(["listen", local.url, "shop", "--output", "interactive"]);
  await piped.printed("This is no terminal that a view could fill");
  const colourless = cli.startInTerminal(["listen", local.url, "shop"], { NO_COLOR: "1" });
  await colourless.shows("● Connected");
  // oxlint-disable-next-line no-control-regex -- colours are what is looked for
  expect(colourless.rawOutput()).not.toMatch(/\u001b\[(?:[\d;]*;)?[34]\d(?:;[\d;]*)?m/);
});
