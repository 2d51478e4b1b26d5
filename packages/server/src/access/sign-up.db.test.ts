import { afterEach, beforeEach, expect, test } from "vitest";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";

let given: GivenAccess;
beforeEach(async () => {
  given = await givenAccess();
});
afterEach(() => given.stop());

const count = async (table: string) =>
  (await given.db.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count;

const signUp = (person: object = {}) => given.post("/sign-up/email", { ...OWNER, name: "Ada", ...person });

test("the first sign-up makes the owner of the installation, who has no organization yet, and signs them in", async () => {
  expect(await given.access.setupNeeded()).toBe(true);

  const signedUp = await signUp();

  expect(signedUp.status).toBe(200);
  expect(signedUp.body).toEqual({ user: { id: expect.any(String), name: "Ada", email: OWNER.email } });
  expect(await given.access.sessionView({ cookie: signedUp.cookie })).toEqual({
    user: { id: expect.any(String), name: "Ada", email: OWNER.email },
    is_invited: false,
    organizations: [],
    projects: [],
  });
});

test("a founder who closes the tab before they name an organization stays the founder", async () => {
  await signUp();

  expect(await given.access.setupNeeded()).toBe(false);
  expect((await signUp({ email: "eve@example.com" })).status).toBe(403);

  const { cookie } = await given.signIn();
  expect(await given.access.sessionView({ cookie })).toMatchObject({ organizations: [] });
});

test("the project is born with a signing secret that is sealed", async () => {
  await given.signUp();

  const { rows } = await given.db.query<{ team_id: string; id: string; signing_secret: Buffer }>(
    "select id as team_id, id, signing_secret from projects",
  );

  const [project = { team_id: "", id: "", signing_secret: Buffer.alloc(0) }] = rows;
  expect(given.sealer.open(project.signing_secret, "projects.signing_secret", project)).toMatch(
    /^[\w-]{43}$/,
  );
});

test("a person with a blank name gets one from their address", async () => {
  const { cookie } = await signUp({ name: " " });

  expect(await given.access.sessionView({ cookie })).toMatchObject({ user: { name: "ada" } });
});

test("a second sign-up is refused and told whom to ask", async () => {
  await given.signUp();

  const second = await given.post("/sign-up/email", { email: "eve@example.com", password: "long enough" });

  expect(second.status).toBe(403);
  expect(second.body).toEqual({
    code: "FORBIDDEN",
    status: 403,
    message: "Sign-up is closed: this installation has an owner. Ask an admin for an invitation.",
  });
  expect(second.cookie).toBe("");
});

test("of people who sign up first at the same moment exactly one becomes the owner", async () => {
  const attempts = ["a", "b", "c", "d"].map((name) =>
    given.post("/sign-up/email", { email: `${name}@example.com`, password: "long enough", name }),
  );

  const statuses = (await Promise.all(attempts)).map(({ status }) => status).toSorted((a, b) => a - b);

  expect(statuses).toEqual([200, 403, 403, 403]);
  expect(await Promise.all(["users", "accounts", "organizations"].map(count))).toEqual([1, 1, 0]);
});

test("what cannot be an account is refused with a sentence, and leaves nothing behind", async () => {
  const cases: [object, string][] = [
    [{ password: "long enough" }, "email is required"],
    [{ email: "ada", password: "long enough" }, "email must be a valid email"],
    [{ email: "ada@localhost", password: "long enough" }, "email must be a valid email"],
    [{ email: "a@b.c, d@e.f", password: "long enough" }, "email must be a valid email"],
    [{ email: "ada@example.com", password: "short" }, "password must have at least 8 characters"],
    [{ email: "ada@example.com", password: "x".repeat(129) }, "password must have at most 128 characters"],
    [{ ...OWNER, name: "x".repeat(156) }, "name must have at most 155 characters"],
  ];

  for (const [body, message] of cases) {
    expect(await given.post("/sign-up/email", body)).toMatchObject({
      status: 422,
      body: { code: "UNPROCESSABLE_ENTITY", status: 422, message, data: [message] },
    });
  }
  expect(await count("users")).toBe(0);
});

test("a body that is no JSON, too large or of another type is refused", async () => {
  expect((await given.post("/sign-up/email", "{")).body).toMatchObject({ code: "INVALID_JSON" });
  expect((await given.post("/sign-up/email", "[]")).body).toMatchObject({ code: "INVALID_JSON" });
  expect((await given.post("/sign-up/email", "a=b", { "content-type": "text/plain" })).status).toBe(415);
  expect((await given.post("/sign-up/email", { name: "x".repeat(2_000_000) })).status).toBe(413);
});

test("nothing else of the identity library can be reached", async () => {
  const { cookie } = await given.signUp();

  for (const path of ["/update-user", "/delete-user", "/organization/create", "/list-sessions", "/"]) {
    expect((await given.post(path, {}, { cookie })).status).toBe(404);
  }
});
