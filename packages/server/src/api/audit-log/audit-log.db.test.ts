/**
 * Does the audit log record everything that a caller changes, in the transaction of the change, and who may read it?
 *
 * The first table is made from the contract: each endpoint that changes something is called, and either has made an entry
 * or is in a list with the reason why it makes none.
 */
import { AUDIT_EXPORT_MAX_ENTRIES, AUDIT_SUBJECTS } from "@posthorn/contract/audit-words";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { type AuditEntryRow, changesOf, type RecordedCaller } from "../../store/audit-entries.ts";
import { applyPlans } from "../../plans/apply-plans.ts";
import { setCard } from "../../store/card-customers.ts";
import { createProject } from "../../store/new-project.ts";
import { createSealer } from "../../store/seal.ts";
import { endpointName, exampleCall } from "../../testing/example-calls.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { browserOf, callAs, givenPerson } from "../../testing/given-person.ts";
import { givenPlans } from "../../testing/given-plans.ts";
import { givenTenant, type Tenant } from "../../testing/given-tenant.ts";
import { ALL_ROUTES, isForKeys } from "../../testing/route-table.ts";
import { auditEntryView } from "./audit-entry-view.ts";

const OPERATOR_TOKEN = "operator-token-of-this-test";

let api: GivenApi;
let cookie: string;
let organization_id: string;
let organization: string;
beforeAll(async () => {
  api = await givenApi({ operatorToken: OPERATOR_TOKEN });
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>("select id from organizations order by id");
  organization_id = rows[0]?.id ?? "";
  organization = publicId("organization", organization_id);
});
afterAll(() => api.stop());

async function recorded(): Promise<AuditEntryRow[]> {
  const { rows } = await api.db.query<AuditEntryRow>("select * from audit_entries order by id");
  return rows;
}

const said = ({ action, subject_type, subject_name }: AuditEntryRow) =>
  `${action} ${subject_type} ${subject_name}`;

async function forgetAll(): Promise<void> {
  await api.db.query("delete from audit_entries");
}

const entriesOf = (query: string, by = cookie) =>
  callAs(api, by, "GET", `/organizations/${organization}/audit-entries?${query}`);

/** So that there is something to enable, to unpause, to detach and to attach. */
async function prepare({ team_id }: Tenant, { method, path }: Endpoint): Promise<void> {
  const parts = path.split("/");
  const table = parts[1]?.replace("-", "_");
  const mark = { enable: "disabled_at", unarchive: "disabled_at", unpause: "paused_at" }[parts[3] ?? ""];
  if (mark) await api.db.query(`update ${table} set ${mark} = now() where team_id = $1`, [team_id]);
  if (parts[3] === "detach")
    await api.db.query(
      "update sources set integration_id = (select id from integrations where team_id = $1) where team_id = $1",
      [team_id],
    );
  if (parts[2] === "attach-channels")
    await api.db.query("update issue_triggers set channels = null where team_id = $1", [team_id]);
  if (method === "POST" && path === "/erasures")
    await api.db.query("delete from erasures where team_id = $1", [team_id]);
  if (method === "PUT" && path.endsWith("/audit-push")) await api.db.query("delete from audit_pushes");
  if (method === "POST" && path.endsWith("/sso/domains")) await api.db.query("delete from sso_domains");
}

async function newTenant(): Promise<Tenant> {
  const project = { organization_id, name: "Project" };
  return givenTenant(api.db, await createProject(api.db, createSealer(MASTER_KEY), project));
}

const asOwner = (method: string, path: string, body?: unknown, project?: string) =>
  api.call(method, `//dashboard-api${path}`, {
    key: null,
    headers: { ...browserOf(cookie), ...(project && { "x-project-id": project }) },
    body,
  });

const callAsOwnerIn = (project: string, method: string, path: string, body: unknown) =>
  api.call(method, path, { key: null, headers: { ...browserOf(cookie), "x-project-id": project }, body });

const file = async (query: string) => {
  const answer = await fetch(`${api.url}/dashboard-api/organizations/${organization}/audit-log?${query}`, {
    headers: browserOf(cookie),
  });
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  return answer.text();
};

describe("every endpoint that changes something", () => {
  const OF_ONE =
    "the event, request or bookmark shows it: its attempts have a trigger, and bulk operations are recorded";
  const READS = "answers a question, and changes nothing";
  const OWN_WORK = "notes and marks of people in their daily work, which change nothing that others rely on";
  const ELSEWHERE = "needs more than an example call, and has a test below";
  const OF_PROVIDER = "needs an identity provider or a name server, and is recorded: sso-setup.db.test.ts";

  const OF_DIRECTORY = "needs a proven mail domain, and is recorded: directory-setup.db.test.ts";

  /** Why a call makes no entry. */
  const NOT_RECORDED: Readonly<Record<string, string>> = {
    "POST /requests/{id}/retry": OF_ONE,
    "POST /events/{id}/retry": OF_ONE,
    "PUT /events/{id}/cancel": OF_ONE,
    "PUT /events/{id}/mute": OF_ONE,
    "POST /bookmarks/{id}/trigger": OF_ONE,
    "POST /connections/{id}/test-event": OF_ONE,
    "POST /sources/{id}/test-request": OF_ONE,
    "POST /notifications/test": "sends a message, and changes nothing",
    "PUT /transformations/run": READS,
    "POST /rules-trial": READS,
    "POST /sources/{id}/redaction-trial": READS,
    "POST /filter-test": READS,
    "POST /examples/sign": READS,
    "POST /filter-completion": READS,
    "POST /product-events": "tells the operator's receiver, and changes nothing",
    "POST /bookmarks": OWN_WORK,
    "PUT /bookmarks/{id}": OWN_WORK,
    "DELETE /bookmarks/{id}": OWN_WORK,
    "POST /saved-views": OWN_WORK,
    "PUT /saved-views/{id}": OWN_WORK,
    "DELETE /saved-views/{id}": OWN_WORK,
    "POST /markers": OWN_WORK,
    "PUT /issues/{id}": OWN_WORK,
    "PATCH /issues/{id}": OWN_WORK,
    "DELETE /issues/{id}": OWN_WORK,
    "PUT /onboarding-progress": OWN_WORK,
    "POST /cli-sessions": "a machine begins to listen with a key that is recorded",
    "PUT /cli/{id}": "a machine says what it is called",
    "POST /cli-auth": "nobody knows yet who it is, and nothing changes until a person lets the machine in",
    "POST /cli/guest": "always refused",
    "PUT /cli-login/refuse": "nothing changes: the machine stays outside",
    "POST /cli-login": ELSEWHERE,
    "POST /invitation": ELSEWHERE,
    "POST /organizations/{organization_id}/leave": ELSEWHERE,
    "DELETE /organizations/{organization_id}": "its entries go with it; the product's log has a line",
    "POST /project-members/leave": ELSEWHERE,
    "POST /project-transfer": ELSEWHERE,
    "PUT /throughput": "an update of the project, like PUT /quotas; without invoices none is sold",
    "DELETE /transformations/{id}": "refused while a connection uses it; changes.db.test.ts deletes one",
    "POST /connections/{id}/versions/{version_id}/restore":
      "needs earlier entries, and is recorded: connection-versions.db.test.ts",
    "PUT /organizations/{organization_id}/plan": ELSEWHERE,
    "POST /organizations/{organization_id}/plan/cancel": ELSEWHERE,
    "PUT /organizations/{organization_id}/sso": OF_PROVIDER,
    "PUT /organizations/{organization_id}/sso/saml":
      "needs a certificate, and is recorded: saml-setup.db.test.ts",
    "PUT /organizations/{organization_id}/sso/mode": OF_PROVIDER,
    "DELETE /organizations/{organization_id}/sso": OF_PROVIDER,
    "POST /organizations/{organization_id}/sso/domains/{id}/check": OF_PROVIDER,
    "POST /organizations/{organization_id}/directory": OF_DIRECTORY,
    "PUT /organizations/{organization_id}/directory": OF_DIRECTORY,
    "DELETE /organizations/{organization_id}/directory": OF_DIRECTORY,
    "PUT /organizations/{organization_id}/directory/groups/{id}": OF_DIRECTORY,
    "POST /organizations/{organization_id}/directory/tokens": OF_DIRECTORY,
    "DELETE /organizations/{organization_id}/directory/tokens/{id}": OF_DIRECTORY,
    "POST /organizations/{organization_id}/card-setups": "nothing changes until the card is saved",
    "PUT /organizations/{organization_id}/payment-method": ELSEWHERE,
    "POST /organizations/{organization_id}/test-cards": "stands for a call to the provider of cards",
    "POST /organizations/{organization_id}/test-payments": "stands for a call to the provider of cards",
    "POST /organizations/{organization_id}/invoices/{id}/pay": ELSEWHERE,
  };

  /** What a call must say to change something, where the example call leaves everything as it is. */
  const BODIES: Readonly<Record<string, unknown>> = {
    "PUT /sources/{id}": { description: "changed" },
    "PUT /connections/{id}": { description: "changed" },
    "PUT /transformations/{id}": { code: "2" },
    "PUT /issue-triggers/{id}": { name: "changed" },
    "PUT /integrations/{id}": { label: "changed" },
    "PUT /project-members/{id}": { role: "member" },
    "PUT /organizations/{organization_id}/billing-email": { billing_email: "invoices@example.com" },
  };

  const CHANGING = ALL_ROUTES.filter(({ endpoint, isCanonical }) => isCanonical && endpoint.method !== "GET");
  const unrecorded = new Set<string>();

  test.each(CHANGING.map((route) => [route.name, route] as const))(
    "%s is recorded, or not for a reason",
    async (_name, { prefix, endpoint }) => {
      const tenant = await newTenant();
      const { ids, key } = tenant;
      await prepare(tenant, endpoint);
      await forgetAll();
      const byKey = isForKeys(endpoint) && endpoint.actsOn === "project";
      const headers = byKey ? {} : { ...browserOf(cookie), "x-project-id": ids.project };

      const { url, body: example } = exampleCall(endpoint, ids);
      const body = BODIES[endpointName(endpoint)] ?? example;
      const answer = await api.call(endpoint.method, `/${prefix}${url}`, {
        key: byKey ? key : null,
        headers: { ...headers, "user-agent": "the-agent" },
        body,
      });

      const entries = await recorded();
      const name = endpointName(endpoint);
      if (name in NOT_RECORDED) {
        unrecorded.add(name);
        expect([answer.status, entries.map(said)]).toEqual([answer.status, []]);
        return;
      }
      expect([name, answer.status, entries.length > 0]).toEqual([name, 200, true]);
      for (const entry of entries)
        expect(entry).toMatchObject({
          caller_kind: byKey ? "api_key" : "session",
          caller_name: byKey ? "test" : "Ada",
          address: "127.0.0.1",
          user_agent: "the-agent",
          request: `${endpoint.method} /${prefix.replace(/^\//, "")}${url.split("?")[0]}`.replace("//", "/"),
        });
    },
  );

  test("no reason is left over", () => {
    expect([...unrecorded].toSorted()).toEqual(Object.keys(NOT_RECORDED).toSorted());
  });
});

describe("what example calls do not reach", () => {
  beforeEach(forgetAll);
  test("people come, get roles and leave, each as who did it", async () => {
    const person = await givenPerson(
      api,
      { cookie, organization_id: organization },
      { email: "grace@example.com", role: "member" },
    );
    await asOwner("PUT", `/organizations/${organization}/members/${person.member_id}`, { role: "admin" });
    await callAs(api, person.cookie, "POST", `/organizations/${organization}/leave`);

    const entries = await recorded();
    expect(entries.map((entry) => `${entry.caller_email}: ${said(entry)}`)).toEqual([
      expect.stringMatching(/: created invitation grace@example.com$/),
      "grace@example.com: signed_up person grace@example.com",
      expect.stringMatching(/: edited member grace@example.com$/),
      "grace@example.com: deleted member grace@example.com",
    ]);
    expect(entries[2]).toMatchObject({
      before: { role: "member" },
      after: { role: "admin" },
      fields: [{ name: "role", before: "member", after: "admin" }],
    });
  });

  test("an account that is deleted is named once more in each of its organizations", async () => {
    const person = await givenPerson(
      api,
      { cookie, organization_id: organization },
      { email: "leaving@example.com", role: "member" },
    );
    await forgetAll();

    const headers = browserOf(person.cookie);
    await api.call("POST", "//auth/account/delete", {
      key: null,
      headers,
      body: { password: "long enough" },
    });

    expect(await recorded()).toMatchObject([
      {
        action: "deleted",
        subject_type: "member",
        subject_name: "leaving@example.com",
        caller_email: "leaving@example.com",
        organization_id,
      },
    ]);
  });

  test("a project that moves is in the log of both organizations", async () => {
    const { body } = await asOwner("POST", "/organizations", { name: "Other" });
    const other = internalId("organization", body.organization.id);
    const id = await createProject(api.db, createSealer(MASTER_KEY), { organization_id, name: "Moving" });
    await forgetAll();

    const moved = await asOwner(
      "POST",
      "/project-transfer",
      { organization_id: body.organization.id },
      publicId("project", id),
    );

    expect(moved.status).toBe(200);
    const entries = await recorded();
    expect(entries.map(said)).toEqual(["edited project Moving", "edited project Moving"]);
    expect(new Set(entries.map((entry) => entry.organization_id))).toEqual(new Set([organization_id, other]));
    expect(entries[0]).toMatchObject({ before: { organization_id }, after: { organization_id: other } });
  });

  test("a plan is chosen by a person or by the operator, or ends by itself", async () => {
    await givenPlans(
      api.db,
      "default: small\ncontact_url: mailto:a@b.test\nplans:\n  - { id: small, version: 1, name: Small }\n  - { id: large, version: 1, name: Large }\n",
    );
    await forgetAll();

    await api.call("PUT", `//operator/organizations/${organization}/subscription`, {
      key: OPERATOR_TOKEN,
      body: { plan: "large" },
    });
    await api.db.query("update subscriptions set cancel_at = now() where organization_id = $1", [
      organization_id,
    ]);

    expect(
      (await recorded()).map((entry) => [entry.caller_kind, said(entry), entry.organization_id]),
    ).toEqual([
      ["operator", "created subscription large", organization_id],
      ["product", "edited subscription large", organization_id],
    ]);
    await applyPlans(api.db, null);
  });

  test("a card is recorded without its number at the provider", async () => {
    const key = { organization_id, provider: "test" } as const;
    await api.db.query(
      "insert into card_customers (organization_id, provider, customer_id) values ($1, 'test', 'cus_s3cret')",
      [organization_id],
    );
    const card = { id: "pm_s3cret", brand: "visa", last4: "4242", exp_month: 1, exp_year: 2030 };

    await changesOf(api.db, { kind: "session", user_id: null, api_key_id: null }).transaction((tx) =>
      setCard(tx, key, card),
    );

    const [entry] = await recorded();
    expect(entry).toMatchObject({
      subject_type: "card",
      subject_name: "visa 4242",
      after: { last4: "4242" },
    });
    expect(JSON.stringify(entry)).not.toContain("s3cret");
  });

  test("an invoice that was paid says who has paid it, and an operator's mark says so", async () => {
    const { ids } = await givenTenant(
      api.db,
      await createProject(api.db, createSealer(MASTER_KEY), { organization_id, name: "Paying" }),
    );
    await forgetAll();

    await api.call("PUT", `//operator/invoices/${ids.invoice}`, {
      key: OPERATOR_TOKEN,
      body: { is_paid: true },
    });
    await api.db.query("update invoices set paid_at = null where id = $1", [
      internalId("invoice", ids.invoice),
    ]);

    expect(
      (await recorded()).map(({ caller_kind, subject_type, fields }) => [
        caller_kind,
        subject_type,
        fields[0]?.name,
      ]),
    ).toEqual([
      ["operator", "invoice", "paid_at"],
      ["product", "invoice", "paid_at"],
    ]);
  });

  test("a person who lets a machine in is recorded, and so is one who accepts an invitation", async () => {
    const begun = await api.call("POST", "/cli-auth", { key: null, body: { device_name: "laptop" } });
    const key = new URL(begun.body.browser_url).pathname.split("/").at(-1);
    await asOwner("POST", "/cli-login", { key });
    const { body } = await asOwner("POST", "/organizations", { name: "Inviting" });
    const guest = await givenPerson(
      api,
      { cookie, organization_id: organization },
      { email: "guest@example.com", role: "member" },
    );
    const invited = await asOwner("POST", `/organizations/${body.organization.id}/invitations`, {
      invitations: [{ email: guest.email, role: "member" }],
    });
    await api.db.query("delete from audit_entries where subject_type <> 'cli_key'");

    const link = new URL(invited.body.models[0].link);
    const accepted = await callAs(api, guest.cookie, "POST", "/invitation", {
      key: link.searchParams.get("key"),
    });

    expect(accepted.status).toBe(200);
    const entries = await recorded();
    expect(entries.map((entry) => `${entry.caller_email}: ${said(entry)}`)).toEqual([
      expect.stringMatching(/: created cli_key laptop$/),
      "guest@example.com: created member guest@example.com",
      "guest@example.com: deleted invitation guest@example.com",
    ]);
  });

  test("bulk operations are recorded when they begin and when a person stops them", async () => {
    const caller: RecordedCaller = { kind: "session", user_id: null, api_key_id: null };
    const id = newId();
    await changesOf(api.db, caller).query(
      `insert into bulk_operations (id, team_id, number, type, query, filters, last_id, done_until, estimated_count, estimated_batch)
       values ($1, $2, 1, 'events.retry', '{"status": "FAILED"}', '{}', $1, $1, 186, 1)`,
      [id, api.team_id],
    );
    await api.db.query("update bulk_operations set processed_batch = 1 where id = $1", [id]);
    await changesOf(api.db, caller).query("update bulk_operations set cancelled_at = now() where id = $1", [
      id,
    ]);

    const entries = await recorded();
    expect(entries.map(said)).toEqual([
      "created bulk_operation events.retry",
      "cancelled bulk_operation events.retry",
    ]);
    expect(entries[0]?.after).toEqual({
      type: "events.retry",
      query: { status: "FAILED" },
      estimated_count: 186,
    });
  });
});

describe("an entry", () => {
  beforeEach(forgetAll);

  test("has the whole row before and after, and says of secrets that they changed", async () => {
    const make = await api.call("POST", "/connections", {
      body: {
        name: "orders",
        source: { name: "shop-1", type: "STRIPE", config: { auth: { webhook_secret_key: "f1rst-s3cret" } } },
        destination: {
          name: "api-1",
          config: {
            url: "https://api.example.com/hooks?token=t0ken",
            auth_type: "BEARER_TOKEN",
            auth: { token: "bearer-s3cret" },
          },
        },
        rules: [{ type: "retry", strategy: "linear", count: 3, interval: 60_000 }],
      },
    });
    expect(make.status).toBe(200);
    const { id, source, destination } = make.body;
    await forgetAll();
    await api.call("PUT", `/connections/${id}`, {
      body: { rules: [{ type: "retry", strategy: "exponential", count: 6, interval: 60_000 }] },
    });
    await api.call("PUT", `/destinations/${destination.id}`, {
      body: { config: { auth_type: "BEARER_TOKEN", auth: { token: "0ther-s3cret" } } },
    });
    await api.call("PUT", `/sources/${source.id}`, { body: { description: "The old shop" } });

    const [connection, far, near] = await recorded();
    expect(connection).toMatchObject({
      before: { name: "orders", rules: [{ type: "retry", strategy: "linear", count: 3 }] },
      after: { name: "orders", rules: [{ type: "retry", strategy: "exponential", count: 6 }] },
    });
    expect(far).toMatchObject({
      before: { auth: "secret", config: { url: "https://api.example.com/hooks?…" } },
      after: { auth: "secret, changed" },
      fields: [{ name: "auth" }],
    });
    expect(near).toMatchObject({
      before: { auth: "secret" },
      after: { auth: "secret", description: "The old shop" },
    });
    const all = JSON.stringify(await recorded());
    for (const secret of ["f1rst-s3cret", "bearer-s3cret", "0ther-s3cret", "t0ken", "\\\\x"])
      expect(all).not.toContain(secret);
  });

  test("says of a rolled secret only that it was rolled", async () => {
    const headers = browserOf(cookie);
    const { body } = await api.call("GET", "//dashboard-api/secrets", { key: null, headers });
    await forgetAll();

    for (const which of ["api-key", "signing-secret"])
      await api.call("POST", `//dashboard-api/secrets/${which}/roll`, {
        key: null,
        headers,
        body: { delay_sec: 0 },
      });

    const entries = await recorded();
    expect(entries.map(({ action, subject_type }) => `${action} ${subject_type}`)).toEqual([
      "rolled api_key",
      "created api_key",
      "rolled project",
    ]);
    expect(entries[2]?.fields).toEqual([{ name: "signing_secret" }]);
    expect(JSON.stringify(entries)).not.toContain(body.api_key.key);
    expect(JSON.stringify(entries)).not.toContain(body.signing_secret.key);
  });

  test("goes with a change that is rolled back", async () => {
    const caller: RecordedCaller = { kind: "session", user_id: null, api_key_id: null };
    const undone = changesOf(api.db, caller).transaction(async (tx) => {
      await tx.query("update organizations set name = 'Undone' where id = $1", [organization_id]);
      const { rows } = await tx.query("select from audit_entries");
      throw new Error(`${rows.length} entry`);
    });

    await expect(undone).rejects.toThrow("1 entry");
    expect(await recorded()).toEqual([]);
  });

  test("outlives its project, its person and its key", async () => {
    await api.db.query(
      `insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields,
         caller_kind, user_id, caller_name)
       values ($1, $2, $3, 'source', $4, 'shop', 'deleted', '[]', 'session', $5, 'Gone')`,
      [newId(), organization_id, newId(), newId(), newId()],
    );

    const { body } = await entriesOf("");

    expect(body.models).toMatchObject([
      { by: { name: "Gone" }, subject: { name: "shop", is_deleted: true }, project: { name: null } },
    ]);
  });

  test("can be of any kind of subject", () => {
    for (const subject_type of AUDIT_SUBJECTS) {
      const row = {
        id: newId(),
        team_id: null,
        subject_type,
        subject_id: newId(),
        fields: [],
        user_id: null,
      };
      // Safe: the view reads nothing else.
      const view = auditEntryView({ ...row, api_key_id: null } as unknown as Parameters<
        typeof auditEntryView
      >[0]);
      expect([subject_type, view.subject.id.length > 20]).toEqual([subject_type, true]);
    }
  });
});

describe("the list", () => {
  let person: Awaited<ReturnType<typeof givenPerson>>;
  beforeAll(async () => {
    person = await givenPerson(
      api,
      { cookie, organization_id: organization },
      { email: "viewer@example.com", role: "viewer" },
    );
    await forgetAll();
    const project = { organization_id, name: "Named" };
    const team = await createProject(api.db, createSealer(MASTER_KEY), project);
    await callAsOwnerIn(publicId("project", team), "POST", "/sources", { name: "shop" });
    // Names of sources cannot begin so; those of people and of organizations can.
    await api.db.query("update audit_entries set subject_name = '=shop' where subject_name = 'shop'");
    await callAsOwnerIn(publicId("project", team), "POST", "/destinations", {
      name: "ledger",
      config: { url: "https://api.example.com" },
    });
  });

  test("is for the owner and admins of the organization", async () => {
    for (const [role, status] of [
      ["viewer", 403],
      ["member", 403],
      ["admin", 200],
    ] as const) {
      await callAs(api, cookie, "PUT", `/organizations/${organization}/members/${person.member_id}`, {
        role,
      });
      for (const path of ["audit-entries", "audit-log?format=csv"]) {
        const answer = await callAs(api, person.cookie, "GET", `/organizations/${organization}/${path}`);
        expect([role, path, answer.status]).toEqual([role, path, status]);
      }
    }
    const foreign = await callAs(
      api,
      cookie,
      "GET",
      `/organizations/${publicId("organization", newId())}/audit-entries`,
    );
    expect(foreign.status).toBe(404);
  });

  test("is narrowed by who, what, where and when, and has pages", async () => {
    const names = async (query: string) =>
      (await entriesOf(`subject_type[]=source&subject_type[]=destination&${query}`)).body.models.map(
        (entry: { subject: { name: string } }) => entry.subject.name,
      );
    const [newest] = (await entriesOf("subject_type=destination")).body.models;

    expect(await names("by=session")).toEqual(["ledger", "=shop"]);
    expect(await names(`user_id=${newest.by.id}`)).toEqual(["ledger", "=shop"]);
    expect(await names(`project_id=${newest.project.id}`)).toEqual(["ledger", "=shop"]);
    expect(await names(`subject_id=${newest.subject.id}`)).toEqual(["ledger"]);
    expect(await names("action=deleted")).toEqual([]);
    expect(await names("search=EDGE")).toEqual(["ledger"]);
    expect(await names(`search=${newest.subject.id}`)).toEqual(["ledger"]);
    expect(await names("search=127.0.0.1")).toEqual(["ledger", "=shop"]);
    expect(await names(`created_at[lt]=${encodeURIComponent(newest.created_at)}`)).not.toContain("ledger");
    const older = await entriesOf(`next=${newest.id}`);
    expect(older.body.models.map(({ id }: { id: string }) => id)).not.toContain(newest.id);
    expect(older.body.prev).not.toBeNull();
    expect((await entriesOf("next=nothing")).status).toBe(422);
  });

  test("opens an entry with what was before and after", async () => {
    const [newest] = (await entriesOf("subject_type=destination")).body.models;
    const path = `/organizations/${organization}/audit-entries`;

    const whole = await callAs(api, cookie, "GET", `${path}/${newest.id}`);
    expect(whole.body).toMatchObject({
      before: null,
      after: { name: "ledger" },
      request: "POST /2025-07-01/destinations",
    });
    expect((await callAs(api, cookie, "GET", `${path}/${publicId("audit_entry", newId())}`)).status).toBe(
      404,
    );
  });

  test("leaves as CSV that no spreadsheet runs, and as JSON lines, and says so", async () => {
    const csv = await file("format=csv&subject_type=source");
    const lines = (await file("format=jsonl&subject_type=source")).trimEnd().split("\n");

    expect(csv.split("\r\n")[0]).toMatch(/^id,created_at,action,/);
    expect(csv).toContain(",'=shop,");
    expect(lines.map((line) => JSON.parse(line).subject.name)).toEqual(["=shop"]);
    const [exported] = (await entriesOf("action=exported")).body.models;
    expect(exported).toMatchObject({ subject: { type: "audit_log" }, by: { kind: "session" } });
    expect(AUDIT_EXPORT_MAX_ENTRIES).toBeGreaterThan(50_000);
  });

  test("an export reads on after its first pages", async () => {
    await api.db.query(
      `insert into audit_entries (id, organization_id, subject_type, subject_id, action, fields, caller_kind)
       select new_entry_id(), $1, 'marker', $1, 'edited', '[]', 'product' from generate_series(1, 450)`,
      [organization_id],
    );
    await api.db.query("update audit_entries set subject_type = 'member' where subject_type = 'marker'");

    const answer = await fetch(
      `${api.url}/dashboard-api/organizations/${organization}/audit-log?format=jsonl&by=product&subject_type=member`,
      { headers: browserOf(cookie) },
    );
    const ids = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id);

    expect(new Set(ids).size).toBe(450);
    expect(ids).toEqual(ids.toSorted((one: string, other: string) => (one < other ? 1 : -1)));
  });
});
