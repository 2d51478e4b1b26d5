/** Signing in and out, and choosing a project: in real terminals and in pipes, against a running product. */
import { stat } from "node:fs/promises";
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, inject, test } from "vitest";
import { allowCliLogin, claimedCliKey, ownersSession } from "../../../server/src/testing/claimed-cli-key.ts";
import { startFarEnd } from "../../../server/src/testing/gateway.ts";
import { type GivenProject, givenProject } from "../../../server/src/testing/given-project.ts";
import { OWNER } from "../../../server/src/testing/product.ts";
import { reservePort } from "../../../server/src/testing/reserved-port.ts";
import { type PosthornCli, type Running, createPosthornCli } from "../testing/posthorn-cli.ts";

const WRONG_KEY = "phc_nobody_has_ever_had_this_key";

const opened: PosthornCli[] = [];
afterEach(async () => {
  for (const cli of opened.splice(0)) await cli.remove();
});

async function givenCli(url = inject("publicUrl")): Promise<PosthornCli> {
  const cli = await createPosthornCli({ url });
  opened.push(cli);
  return cli;
}

const idOf = ({ id }: GivenProject) => publicId("project", id);

/** A client that a person has signed in to the project. */
async function givenSignedIn() {
  const [project, cli] = [await givenProject(), await givenCli()];
  const key = await claimedCliKey(project);
  expect((await cli.run(["login", "--key", key])).code).toBe(0);
  return { project, cli, key };
}

/** The link that the person is asked to open. */
async function linkIn(running: Running): Promise<string> {
  await running.printed("Waiting for your click");
  return /https?:\/\/\S+\/cli-auth\/\S+/.exec(running.output())?.[0] ?? "";
}

const allow = async (link: string, project: GivenProject) =>
  allowCliLogin(await ownersSession(project.publicUrl), {
    publicUrl: project.publicUrl,
    projectId: idOf(project),
    link,
  });

const nameOf = async (cli: PosthornCli) =>
  JSON.parse((await cli.run(["whoami", "--output", "json"])).stdout).team_name_no_org as string;

test("login opens the browser, waits for the click, and stores the key for its owner only", async () => {
  const [project, cli] = [await givenProject(), await givenCli()];

  const login = cli.startInTerminal(["login"]);
  const link = await linkIn(login);
  await allow(link, project);
  const code = await login.ended();

  expect(login.output()).toContain("Your browser opens this link.");
  expect(cli.opened()).toEqual([link]);
  expect([code, login.output()]).toEqual([0, expect.stringContaining(`<${OWNER.email}>`)]);
  expect(login.output()).toContain(`of ${project.publicUrl}, in the profile "default".`);
  expect((await cli.config()).profiles["default"]).toEqual({
    url: project.publicUrl,
    key: expect.stringMatching(/^phc_/),
    project_id: idOf(project),
    project_name: expect.stringContaining("Conformance"),
  });
  expect((await stat(cli.configFile)).mode & 0o777).toBe(0o600);
});

test("login works without a terminal and without a browser, into a profile of its own", async () => {
  const [project, cli] = [await givenProject(), await givenCli("http://127.0.0.1:1")];

  const login = cli.start(["login", "--url", project.publicUrl, "--profile", "work"], { BROWSER: "" });
  const link = await linkIn(login);
  await allow(link, project);

  expect(await login.ended()).toBe(0);
  expect(login.output()).toContain("Open this link in a browser, on any machine");
  expect(cli.opened()).toEqual([]);
  expect(Object.keys((await cli.config()).profiles)).toEqual(["work"]);
  const { stdout } = await cli.run(["whoami", "--profile", "work"]);
  expect(stdout).toContain(idOf(project));
});

test("a login that is refused in the browser ends with that reason and code 3", async () => {
  const [project, cli] = [await givenProject(), await givenCli()];

  const login = cli.start(["login", "--no-browser"]);
  const link = await linkIn(login);
  const refused = await fetch(`${project.publicUrl}/dashboard-api/cli-login/refuse`, {
    method: "PUT",
    headers: {
      "content-type": "application/json",
      cookie: await ownersSession(project.publicUrl),
      origin: project.publicUrl,
      "x-team-id": idOf(project),
    },
    body: JSON.stringify({ key: new URL(link).pathname.slice("/cli-auth/".length) }),
  });

  expect(refused.status).toBe(200);
  expect(await login.ended()).toBe(3);
  expect(login.output()).toContain("The login was refused in the browser.");
  expect(cli.opened()).toEqual([]);
  await expect(cli.config()).rejects.toThrow("ENOENT");
});

test("Ctrl-C ends a login that waits", async () => {
  const cli = await givenCli();

  const login = cli.startInTerminal(["login"]);
  await linkIn(login);
  login.interrupt();

  expect(await login.ended()).toBeNull();
});

test("a key is taken from the option, from stdin and from the terminal, which does not show it", async () => {
  const [project, cli] = [await givenProject(), await givenCli()];
  const key = await claimedCliKey(project);
  const stored = async () => {
    const { profiles } = await cli.config();
    expect((await cli.run(["logout"])).code).toBe(0);
    return profiles["default"]?.["key"];
  };

  expect((await cli.run(["login", "--key", key])).code).toBe(0);
  expect(await stored()).toBe(key);
  expect((await cli.run(["login", "--key", "-"], { input: `${key}\n` })).code).toBe(0);
  expect(await stored()).toBe(key);
  expect((await cli.run(["login", "-i"], { input: key })).code).toBe(0);
  expect(await stored()).toBe(key);
  const typed = cli.startInTerminal(["login", "-i"]);
  await typed.printed("Key: ");
  typed.type(`${key}\r`);
  expect(await typed.ended()).toBe(0);
  expect(await stored()).toBe(key);
  expect(typed.output()).not.toContain(key);

  const nothing = await cli.run(["login", "-i"], { input: "\n" });
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining("Nothing was entered.")]);
});

test("an API key is exchanged for a key of this machine; a wrong key is refused and not stored", async () => {
  const [project, cli] = [await givenProject(), await givenCli()];

  const wrong = await cli.run(["login", "--key", WRONG_KEY]);
  expect([wrong.code, wrong.stdout]).toEqual([3, ""]);
  expect(wrong.stderr).toContain("does not accept the key that you have given");
  await expect(cli.config()).rejects.toThrow("ENOENT");
  expect((await cli.run(["login", "--key", project.key])).code).toBe(0);

  const { key } = (await cli.config()).profiles["default"] ?? {};
  expect(key).toMatch(/^phc_/);
  const { stdout } = await cli.run(["whoami", "-o", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ user_id: null, client_id: expect.stringMatching(/^cli_/) });
});

test("ci signs a machine in with the key of the environment or of the option", async () => {
  const [project, cli] = [await givenProject(), await givenCli()];

  const none = await cli.run(["ci"]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("Set POSTHORN_API_KEY")]);
  const wrong = await cli.run(["ci"], { env: { POSTHORN_API_KEY: WRONG_KEY } });
  expect(wrong.code).toBe(3);
  const byEnvironment = await cli.run(["ci"], { env: { POSTHORN_API_KEY: project.key } });
  expect([byEnvironment.code, byEnvironment.stdout]).toEqual([
    0,
    expect.stringContaining("with a project's key"),
  ]);
  const byOption = await cli.run(["ci", "--key", project.key, "--name", "nightly", "--profile", "nightly"]);
  expect(byOption.code).toBe(0);

  const { profiles } = await cli.config();
  expect(profiles).toMatchObject({
    default: { key: expect.stringMatching(/^phc_/), project_id: idOf(project) },
    nightly: { key: expect.stringMatching(/^phc_/), project_id: idOf(project) },
  });
  const keys = await fetch(`${project.publicUrl}/dashboard-api/cli-keys`, {
    headers: { cookie: await ownersSession(project.publicUrl), "x-team-id": idOf(project) },
  });
  const { models } = (await keys.json()) as { models: { device_name: string }[] }; // as the contract has it
  expect(models.map(({ device_name }) => device_name)).toContain("nightly");
});

test("whoami shows person, project, server and where the key comes from, for people and for programs", async () => {
  const { project, cli } = await givenSignedIn();

  const { stdout } = await cli.run(["whoami"]);
  expect(stdout).toContain(OWNER.email);
  expect(stdout).toContain(idOf(project));
  expect(stdout).toContain(project.publicUrl);
  expect(stdout).toContain(`the profile "default" of ${cli.configFile}`);
  expect(JSON.parse((await cli.run(["whoami", "--output=json"])).stdout)).toMatchObject({
    user_email: OWNER.email,
    team_id: idOf(project),
    url: project.publicUrl,
    profile: "default",
  });
  expect((await cli.run(["whoami", "-o", "yaml"])).stdout).toContain(`team_id: ${idOf(project)}\n`);
  const withKey = await cli.run(["whoami"], { env: { POSTHORN_API_KEY: project.key } });
  expect(withKey.stdout).toContain("none: the key is a project's");
  expect(withKey.stdout).toContain("POSTHORN_API_KEY");
});

test("logout forgets the key and keeps the address", async () => {
  const { project, cli } = await givenSignedIn();

  expect((await cli.run(["logout"])).stdout).toContain("Signed out");
  expect((await cli.config()).profiles).toEqual({ default: { url: project.publicUrl } });
  const after = await cli.run(["whoami"]);
  expect([after.code, after.stderr]).toEqual([3, expect.stringContaining("Sign in: posthorn login.")]);
  expect((await cli.run(["logout"])).stdout).toContain("has no key");
  expect((await cli.run(["logout", "--all"])).code).toBe(0);
  expect((await cli.config()).profiles).toEqual({});
});

test("a person lists the projects, and chooses one by name, by id, and from a list", async () => {
  const { project, cli } = await givenSignedIn();
  const other = await givenProject();
  const first = await nameOf(cli);

  const listed: { id: string; name: string }[] = JSON.parse(
    (await cli.run(["project", "list", "-o", "json"])).stdout,
  );
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([idOf(project), idOf(other)]));
  const table = (await cli.run(["project", "list"])).stdout.split("\n");
  expect(table.filter((line) => line.startsWith("*"))).toEqual([expect.stringContaining(idOf(project))]);
  expect((await cli.run(["project", "use", idOf(other)])).code).toBe(0);
  const second = await nameOf(cli);
  expect(second).not.toBe(first);
  expect((await cli.run(["project", "use", first])).code).toBe(0);
  expect(await nameOf(cli)).toBe(first);

  const choosing = cli.startInTerminal(["project", "use"]);
  await choosing.printed("Number, name or id: ");
  choosing.type(`${1 + listed.findIndex(({ id }) => id === idOf(other))}\r`);
  expect(await choosing.ended()).toBe(0);
  expect(await nameOf(cli)).toBe(second);

  const unknown = await cli.run(["project", "use", "nowhere"]);
  expect([unknown.code, unknown.stderr]).toEqual([5, expect.stringContaining('no project "nowhere"')]);
  const elsewhere = await cli.run(["whoami", "--project", idOf(project), "-o", "json"]);
  expect(JSON.parse(elsewhere.stdout).team_id).toBe(idOf(project));
});

test("a key of one project cannot choose another, and the reason is said", async () => {
  const [project, cli] = [await givenProject(), await givenCli()];

  const { code, stderr } = await cli.run(["project", "use", "x"], { env: { POSTHORN_API_KEY: project.key } });

  expect([code, stderr]).toEqual([1, expect.stringContaining("Set POSTHORN_PROJECT")]);
});

test("open opens a page of the dashboard, and prints its address where there is no browser", async () => {
  const cli = await givenCli();
  const url = inject("publicUrl");

  const inTerminal = cli.startInTerminal(["open", "issues"]);
  expect(await inTerminal.ended()).toBe(0);
  expect(cli.opened()).toEqual([`${url}/issues`]);
  expect((await cli.run(["open", "evt_1", "--print"])).stdout).toBe(`${url}/events/evt_1\n`);
  expect((await cli.run(["open"], { env: { BROWSER: "" } })).stdout).toBe(`${url}/\n`);
});

test("a server that does not answer is said so, with code 4, and no stack trace", async () => {
  const { port, release } = await reservePort(); // nothing listens there
  const cli = await givenCli(`http://127.0.0.1:${port}`);

  const { code, stdout, stderr } = await cli.run(["login"]);
  release();

  expect([code, stdout]).toEqual([4, ""]);
  expect(stderr).toBe(
    `Error: Posthorn at http://127.0.0.1:${port} does not answer.\n` +
      "Nothing listens there.\n" +
      "Is it running (npx posthorn start), and is this its address? Another one: --url URL, or POSTHORN_URL.\n",
  );
});

test("a key never goes to another server than its own, nor along a redirect", async () => {
  const { cli, key } = await givenSignedIn();
  const stranger = await startFarEnd((_, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  try {
    const { code, stderr } = await cli.run(["whoami", "--url", stranger.url]);
    expect([code, stderr]).toEqual([3, expect.stringContaining(`is not for ${stranger.url}`)]);
    expect(stranger.received).toEqual([]);

    const asked = await cli.run(["whoami"], { env: { POSTHORN_URL: stranger.url, POSTHORN_API_KEY: key } });
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining("not as Posthorn does")]);
    expect(stranger.received.map(({ url }) => url)).toEqual([expect.stringContaining("/cli-auth/validate")]);
  } finally {
    stranger.close();
  }
});

test("colours are for terminals, and NO_COLOR takes them away", async () => {
  const { cli } = await givenSignedIn();
  const inTerminal = async (env: Record<string, string>) => {
    const running = cli.startInTerminal(["whoami"], env);
    await running.ended();
    return running.rawOutput();
  };

  expect(await inTerminal({})).toContain("\u001b[2m");
  expect(await inTerminal({ NO_COLOR: "1" })).not.toContain("\u001b[");
  expect((await cli.run(["whoami"])).stdout).not.toContain("\u001b[");
});

test("what is typed wrong ends with code 2, and the beginning of a command shows what follows", async () => {
  const cli = await givenCli();

  expect(await cli.run(["lgin"])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("Did you mean posthorn login?"),
  });
  expect(await cli.run(["project"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("project list"),
  });
  expect(await cli.run(["--help"])).toMatchObject({ code: 0, stderr: "" });
  expect((await cli.run(["--version"])).stdout).toMatch(/^posthorn-cli \d+\.\d+\.\d+\n$/);
  expect((await cli.run(["__complete", "--", "log"])).stdout).toContain("login\t");
});
