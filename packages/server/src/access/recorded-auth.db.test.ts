/** Are sign-ins and changes of an account in the audit log of the person's organizations, and nothing that is secret? */
import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codeNow, wrongCode } from "../testing/authenticator.ts";
import { givenAccess, OWNER, type GivenAccess } from "../testing/given-access.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { createAuthRoutes, type AuthRoute } from "./auth-routes.ts";
import { createPasskeyRoutes } from "./passkey-routes.ts";
import { createSsoRoutes } from "./sso-routes.ts";
import { NOT_RECORDED_AUTH, RECORDED_AUTH } from "./recorded-auth.ts";
import { createTwoFactorRoutes } from "./two-factor-routes.ts";

const NEW_PASSWORD = "a better horse battery";
const FROM = { "user-agent": "Firefox of Ada", "x-forwarded-for": "203.0.113.24" };

let given: GivenAccess;
beforeEach(async () => {
  given = await givenAccess();
  await given.signUp();
  await given.db.query("delete from audit_entries");
});
afterEach(() => given.stop());

async function actions(): Promise<string[]> {
  const { rows } = await given.db.query<{ action: string }>("select action from audit_entries order by id");
  return rows.map(({ action }) => action);
}

const unchanged = (route: unknown) => route;

test("every call below /auth is recorded, or not for a reason", () => {
  // Safe: only the paths are read; no route runs.
  const deps = { signedIn: unchanged, proven: unchanged } as never;
  const paths = [
    createAuthRoutes,
    createAccountRoutes,
    createTwoFactorRoutes,
    createPasskeyRoutes,
    createSsoRoutes,
  ].flatMap((create: (deps: never) => [string, AuthRoute][]) => create(deps).map(([path]) => path));

  expect(paths.toSorted()).toEqual(
    [...Object.keys(RECORDED_AUTH), ...Object.keys(NOT_RECORDED_AUTH)].toSorted(),
  );
});

test("a sign-in says who, from where and with what; a failed one is the known person's, and nobody's if nobody is known", async () => {
  await given.signIn("not the password", FROM);
  await given.post("/sign-in/email", { email: "nobody@example.com", password: "whatever it is" });
  const { cookie } = await given.signIn(OWNER.password, FROM);
  await given.post("/sign-out", {}, { ...FROM, cookie });

  const { rows } = await given.db.query(
    `select action, subject_type, caller_kind, caller_name, caller_email, address, user_agent, request,
       organization_id is not null as is_of_organization, team_id
     from audit_entries order by id`,
  );
  const common = {
    subject_type: "person",
    caller_kind: "session",
    caller_name: "Ada",
    caller_email: OWNER.email,
    address: "203.0.113.24",
    user_agent: "Firefox of Ada",
    is_of_organization: true,
    team_id: null,
  };
  expect(rows).toEqual([
    { action: "sign_in_failed", request: "POST /auth/sign-in/email", ...common },
    { action: "signed_in", request: "POST /auth/sign-in/email", ...common },
    { action: "signed_out", request: "POST /auth/sign-out", ...common },
  ]);
});

test("a password that is reset or changed, and a name, are recorded without what was typed", async () => {
  await given.post("/request-password-reset", { email: OWNER.email });
  const link = given.logged.findLast((line) => line.includes("token="));
  const token = /token=([\w-]+)/.exec(link ?? "")?.[1] ?? "";
  await given.post("/reset-password", { token, newPassword: NEW_PASSWORD }, FROM);
  const { cookie } = await given.signIn(NEW_PASSWORD);
  await given.post(ACCOUNT_PATHS.rename, { name: "Ada Lovelace" }, { cookie });
  await given.post(
    ACCOUNT_PATHS.changePassword,
    { password: NEW_PASSWORD, newPassword: OWNER.password },
    { cookie },
  );

  expect(await actions()).toEqual([
    "reset_asked",
    "password_reset",
    "signed_in",
    "renamed",
    "password_changed",
  ]);
  const { rows } = await given.db.query<{ address: string; text: string }>(
    "select address, audit_entries::text as text from audit_entries order by id",
  );
  expect(rows[1]?.address).toBe("203.0.113.24");
  const all = rows.map(({ text }) => text).join();
  for (const secret of [OWNER.password, NEW_PASSWORD, token]) expect(all).not.toContain(secret);
});

test("a second factor: turned on, a wrong code, a right one", async () => {
  const { cookie } = await given.signIn();
  const begun = await given.post(ACCOUNT_PATHS.beginTwoFactor, { password: OWNER.password }, { cookie });
  const { secret } = begun.body as { secret: string }; // what the route returns with 200
  await given.post(ACCOUNT_PATHS.confirmTwoFactor, { code: codeNow(secret) }, { cookie });
  const half = await given.signIn();
  await given.post("/sign-in/second-factor", { code: wrongCode(secret) }, { cookie: half.cookie });
  await given.post("/sign-in/second-factor", { code: codeNow(secret) }, { cookie: half.cookie });

  expect(await actions()).toEqual([
    "signed_in",
    "two_factor_begun",
    "two_factor_on",
    "sign_in_failed",
    "signed_in",
  ]);
});

test("a sign-in that cannot be recorded opens no session", async () => {
  await given.db.query("alter table audit_entries add constraint refuses check (false) not valid");

  const { status, cookie } = await given.signIn();

  expect(status).toBe(500);
  expect(cookie).toBe("");
});
