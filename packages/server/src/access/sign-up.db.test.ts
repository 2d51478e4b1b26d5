import { afterEach, beforeEach, expect, test } from "vitest";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";

let given: GivenAccess;
beforeEach(async () => {
  given = await givenAccess();
});
afterEach(() => given.stop());

const count = async (table: string) =>
  (await given.db.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count;

test("the first sign-up makes an owner, an organization and a project, and signs the person in", async () => {
  expect(await given.access.setupNeeded()).toBe(true);

  const signedUp = await given.signUp();

  expect(signedUp.status).toBe(200);
  expect(signedUp.body).toEqual({ user: { id: expect.any(String), name: "Ada", email: OWNER.email } });
  expect(await given.access.setupNeeded()).toBe(false);
  expect(await given.access.sessionView({ cookie: signedUp.cookie })).toEqual({
    user: { id: expect.any(String), name: "Ada", email: OWNER.email },
    organizations: [{ id: expect.stringMatching(/^org_/), name: "Engines", role: "owner" }],
    projects: [
      {
        id: expect.stringMatching(/^tm_/),
        organization_id: expect.stringMatching(/^org_/),
        name: "Default project",
        private: false,
        role: "owner",
        retention_days: 30,
        is_sample: false,
      },
    ],
  });
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

test("a blank organization gets a name", async () => {
  const { cookie } = await given.post("/sign-up/email", { ...OWNER, name: " ", organizationName: " " });

  expect(await given.access.sessionView({ cookie })).toMatchObject({
    user: { name: "ada" },
    organizations: [{ name: "My organization" }],
  });
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
  expect(await Promise.all(["users", "accounts", "organizations", "members", "projects"].map(count))).toEqual(
    [1, 1, 1, 1, 1],
  );
});

test("what cannot be an account is refused with a sentence, and leaves nothing behind", async () => {
  const cases: [object, string][] = [
    [{ password: "long enough" }, "email is required"],
    [{ email: "ada", password: "long enough" }, "email must be a valid email"],
    [{ email: "ada@localhost", password: "long enough" }, "email must be a valid email"],
    [{ email: "a@b.c, d@e.f", password: "long enough" }, "email must be a valid email"],
    [{ email: "ada@example.com", password: "short" }, "password must have at least 8 characters"],
    [{ email: "ada@example.com", password: "x".repeat(129) }, "password must have at most 128 characters"],
    [{ ...OWNER, organizationName: "x".repeat(156) }, "organizationName must have at most 155 characters"],
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
