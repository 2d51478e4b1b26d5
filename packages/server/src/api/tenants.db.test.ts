/**
 * Can a project see or change anything of another project?
 *
 * Calls every endpoint with an id of another project wherever an id can occur. The answer must be
 * exactly the one for an id that never existed, and the other project must not change. The places
 * come from the contract, so new endpoints are tested as well.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { endpointName, exampleCall, idSlots, type ExampleCall, type Slot } from "../testing/example-calls.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { givenApi, type Answer, type GivenApi } from "../testing/given-api.ts";
import { givenTenant, type Tenant } from "../testing/given-tenant.ts";
import { isForKeys, ROUTES } from "../testing/route-table.ts";
import { createTenantDigest, type TenantDigest } from "../testing/tenant-digest.ts";

let api: GivenApi;
let organization_id: string;
let cookie: string;
let other: Tenant;
/** For calls that must change nothing, which its digest proves. */
let unchanged: Tenant;
let digest: TenantDigest;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>("select id from organizations");
  organization_id = rows[0]?.id ?? "";
  other = await newTenant(newId());
  unchanged = await newTenant();
  digest = await createTenantDigest(api.db);
});
afterAll(() => api.stop());

/** In the organization of the signed-in person, or in another one. */
async function newTenant(organization = organization_id): Promise<Tenant> {
  const project = { organization_id: organization, name: "Project" };
  return givenTenant(api.db, await createProject(api.db, createSealer(MASTER_KEY), project));
}

/** Calls with the project's key, or as its owner where keys are not admitted. */
function callerOf({ key, ids }: Tenant, endpoint: Endpoint) {
  if (isForKeys(endpoint)) return { key };
  return { key: null, headers: { cookie, origin: "http://127.0.0.1:4400", "x-project-id": ids.project } };
}

/**
 * Calls that fail even with own ids: a connection uses the transformation, no CLI waits for a login, there is no AI
 * service, nobody leaves what they inherit, no project is transferred to where it is, and without invoices no throughput is
 * sold.
 */
const NOT_DONE: Readonly<Record<string, number>> = {
  "POST /erasures": 409,
  "DELETE /transformations/{id}": 422,
  "POST /filter-completion": 422,
  "GET /cli-login": 410,
  "POST /cli-login": 410,
  "PUT /cli-login/refuse": 410,
  "POST /project-members/leave": 422,
  "POST /project-transfer": 422,
  "PUT /throughput": 422,
};

/**
 * Cursors and queries of earlier bulk operations select rows, and a selection may be empty. An event that waits for its
 * first attempt has no issue. A request that a bulk operation can retry was rejected, so no transformation failed on it.
 */
function mayChooseNothing({ path }: Endpoint, { at }: Slot): boolean {
  const isPastQuery = path.startsWith("/bulk/") && !path.endsWith("/plan") && at[0] === "query";
  const isOfPending = path === "/bulk/events/cancel/plan" && at.at(-1) === "issue_id";
  const isOfRejected = path === "/bulk/requests/retry/plan" && at.at(-1) === "transformation_id";
  return isPastQuery || isOfPending || isOfRejected || ["next", "prev"].includes(at.at(-1) ?? "");
}

describe.each(ROUTES.map((route) => [route.name, route] as const))(
  "%s",
  (_name, { prefix, endpoint, isCanonical }) => {
    const call = async (tenant: Tenant, { url, body }: ExampleCall) =>
      api.call(endpoint.method, `/${prefix}${url}`, { ...callerOf(tenant, endpoint), body });
    // All versions share the code that applies filters, so filters are tested in the canonical version only.
    const slots = idSlots(endpoint).filter(({ part }) => isCanonical || part !== "query");

    test("takes the ids of its own project", async () => {
      const own = await newTenant();

      const { status, body } = await call(own, exampleCall(endpoint, own.ids));

      expect(status, JSON.stringify(body)).toBe(NOT_DONE[endpointName(endpoint)] ?? 200);
    });

    if (slots.length === 0) return;
    test("answers ids of another project as ids that never existed", async () => {
      const own = unchanged;
      const before = await digest.of(own.team_id, other.team_id);

      for (const chosen of [...slots.map((slot) => [slot]), slots]) {
        const ask = async (others: Tenant["ids"]) =>
          told(await call(own, exampleCall(endpoint, own.ids, { slots: chosen, others })), others);
        const foreign = await ask(other.ids);
        const where = chosen.map(({ part, at }) => `${part} ${at.join(".")}`).join(", ");

        expect(foreign, where).toEqual(await ask(other.unknownIds));
        const parts = new Set(chosen.map(({ part }) => part));
        if (parts.has("path")) expect(foreign.status, where).toBe(404);
        else if (parts.has("body")) expect([400, 404, 422], where).toContain(foreign.status);
        else if (!chosen.some((slot) => mayChooseNothing(endpoint, slot)))
          expect(await ask(own.ids), where).not.toEqual(foreign);
      }

      expect(await digest.of(own.team_id, other.team_id)).toBe(before);
    });
  },
);

/** The answer with names in place of ids, so that two answers can be compared. */
function told({ status, body }: Answer, ids: Tenant["ids"]): { status: number; text: string } {
  // The time that a query took says nothing about what it found.
  let text = JSON.stringify(body).replace(/"query_time_ms":[\d.]+/, '"query_time_ms":0');
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(id, `<${name}>`);
  return { status, text };
}

test("all tables were looked at, or the digests prove nothing", () => {
  expect(digest.tables).toEqual(
    expect.arrayContaining(["api_keys", "attempts", "connections", "events", "payloads", "projects"]),
  );
});
