/**
 * Does the API answer what its OpenAPI documents say?
 *
 * Calls every endpoint of every version in a project with one of each resource, and checks each
 * reply against the document that the same version serves, with a third-party validator. Missing
 * fields, undocumented fields and undocumented statuses all fail.
 */
import { newId } from "../ids.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { givenTenant, type Tenant } from "../testing/given-tenant.ts";
import { endpointName, exampleCall } from "../testing/example-calls.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { internalId } from "@posthorn/contract/ids";
import { SOURCE_TYPES_SINCE_2026 } from "@posthorn/contract/source-type-names";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSIONS } from "./versions/versions.ts";
import type { WireVersion } from "./versions/wire-version.ts";

let api: GivenApi;
/** The credentials of a signed-in owner, and the organization that they own. */
let person: Record<string, string>;
let organization_id: string;
beforeAll(async () => {
  api = await givenApi();
  const { cookie } = await api.signUp();
  person = { cookie, origin: "http://127.0.0.1:4400" };
  const { rows } = await api.db.query<{ id: string }>("select id from organizations");
  organization_id = rows[0]?.id ?? "";
});
afterAll(() => api.stop());

async function newTenant(organization = newId()): Promise<Tenant> {
  const team_id = await createProject(api.db, createSealer(MASTER_KEY), {
    organization_id: organization,
    name: "Documented",
  });
  return givenTenant(api.db, team_id);
}

/** Steps that must come first for the call to succeed: one bulk operation at a time, no transformation in use. */
const PREPARATIONS: Readonly<Record<string, (tenant: Tenant) => [string, string, unknown]>> = {
  "DELETE /transformations/{id}": ({ ids }) => ["PUT", `/connections/${ids.connection}`, { rules: [] }],
  "POST /bulk/events/retry": ({ ids }) => ["POST", `/bulk/events/retry/${ids["events.retry"]}/cancel`, {}],
  "POST /bulk/events/cancel": ({ ids }) => ["POST", `/bulk/events/cancel/${ids["events.cancel"]}/cancel`, {}],
  "POST /bulk/ignored-events/retry": ({ ids }) => [
    "POST",
    `/bulk/ignored-events/retry/${ids["ignored_events.retry"]}/cancel`,
    {},
  ],
  "POST /bulk/requests/retry": ({ ids }) => [
    "POST",
    `/bulk/requests/retry/${ids["requests.retry"]}/cancel`,
    {},
  ],
};

/** These calls change what other calls would find, so they get their own project. */
const SPOILS = /^DELETE|\/(?:disable|archive|pause|cancel|mute|retry)$/;

/** The few examples that differ in the versions of 2024. */
const IN_2024: Readonly<Record<string, unknown>> = {
  "POST /destinations": { name: "another", cli_path: "/" },
  "PUT /destinations": { name: "another", url: "https://mock.hookdeck.com", rate_limit: 5 },
};

/** Queries, besides the examples, that make a reply show more. */
const MORE: Readonly<Record<string, string>> = {
  "GET /events": "include=data",
  "GET /requests": "include=data",
  "GET /requests/{id}/events": "include=data",
  "GET /sources": "limit=1&disabled=true",
};

/** There are no guests, so this endpoint always refuses. */
const REFUSED: Readonly<Record<string, number>> = { "POST /cli/guest": 403 };

interface Sent {
  url: string;
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
}

/** Calls with the project's key, or as the owner where keys are not admitted. */
function callerOf({ callers }: Endpoint, { key }: Tenant): Pick<Sent, "key" | "headers"> {
  return callers === "people" ? { key: null, headers: person } : { key };
}

interface Documented {
  /** Returns the status after checking the reply against the document. */
  expectAsDocumented: (endpoint: Endpoint, sent: Sent) => Promise<number>;
}

async function documentOf({ name }: WireVersion): Promise<Documented> {
  const { body: document } = await api.call("GET", `//${name}/openapi`, { key: null });
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  // The keywords around the schemas of a document.
  ajv.addVocabulary(["openapi", "info", "servers", "security", "tags", "paths", "components"]);
  ajv.addSchema(document, "document");
  return {
    async expectAsDocumented({ method, path }, { url, ...options }) {
      const answer = await api.call(method, `//${name}${url}`, options);
      const pointer = [path, method.toLowerCase(), "responses", answer.status, "content", "application/json"]
        .map((step) => encodeURIComponent(String(step).replaceAll("~", "~0").replaceAll("/", "~1")))
        .join("/");
      const validate = ajv.getSchema(`document#/paths/${pointer}/schema`);
      expect([url, answer.status, validate !== undefined]).toEqual([url, answer.status, true]);
      void validate?.(answer.body);
      expect([url, answer.body, validate?.errors]).toEqual([url, answer.body, null]);
      return answer.status;
    },
  };
}

/** The key of a CLI login that waits to be claimed. */
async function pollQuery(version: string): Promise<string> {
  const { body } = await api.call("POST", `//${version}/cli-auth`, { key: null, body: {} });
  return new URL(body.poll_url).search;
}

describe.each(VERSIONS)("$name", (version) => {
  let documented: Documented;
  let tenant: Tenant;
  beforeAll(async () => {
    documented = await documentOf(version);
    tenant = await newTenant();
  });

  const endpoints = version.endpoints.map((endpoint) => [endpointName(endpoint), endpoint] as const);

  test.each(endpoints)("%s answers as documented", async (name, endpoint) => {
    const isForPeople = endpoint.callers === "people";
    const own = SPOILS.test(name) ? await newTenant(isForPeople ? organization_id : undefined) : tenant;
    const prepared = PREPARATIONS[name]?.(own);
    if (prepared) {
      const [method, path, body] = prepared;
      expect((await api.call(method, `//${version.name}${path}`, { key: own.key, body })).status).toBe(200);
    }
    const call = exampleCall(endpoint, own.ids);
    const sent: Sent = {
      url: name === "GET /cli-auth/poll" ? call.url + (await pollQuery(version.name)) : call.url,
      body: version.name.startsWith("2024") ? (IN_2024[name] ?? call.body) : call.body,
      ...callerOf(endpoint, own),
    };

    expect(await documented.expectAsDocumented(endpoint, sent)).toBe(REFUSED[name] ?? 200);
    const more = MORE[name];
    if (more) await documented.expectAsDocumented(endpoint, { ...sent, url: `${call.url}?${more}` });
  });

  test("what came with a later version is shown as documented", async () => {
    const { key, ids } = await newTenant();
    const team = internalId("project", ids.project);
    await api.db.query(
      "update attempts set http_method = 'QUERY', error_code = 'INTERNAL_ERROR' where team_id = $1",
      [team],
    );
    await api.db.query("update payloads set method = 'HEAD' where team_id = $1", [team]);
    const auth = { webhook_secret_key: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
    const sources = [
      {
        name: "signed",
        config: { auth_type: "STANDARD_WEBHOOKS", auth, allowed_http_methods: ["HEAD", "QUERY"] },
      },
      { name: "gitlab", type: "GITLAB", config: { auth_type: "STANDARD_WEBHOOKS", auth } },
      ...SOURCE_TYPES_SINCE_2026.map((type) => ({ name: type, type })),
    ];
    for (const body of sources)
      expect((await api.call("POST", "//2026-09-01/sources", { key, body })).status).toBe(200);

    const shown = async (name: string, url: string) => {
      const endpoint = version.endpoints.find((each) => endpointName(each) === name);
      if (!endpoint) throw new Error(`${version.name} has no ${name}`);
      expect(await documented.expectAsDocumented(endpoint, { url, key })).toBe(200);
    };
    await shown("GET /sources", "/sources?limit=100");
    await shown("GET /events/{id}", `/events/${ids.event}`);
    await shown("GET /attempts/{id}", `/attempts/${ids.attempt}`);
  });

  test("what is not there is answered as documented", async () => {
    for (const endpoint of version.endpoints.filter(({ path }) => path.includes("{id}"))) {
      const call = exampleCall(endpoint, tenant.unknownIds);
      const status = await documented.expectAsDocumented(endpoint, {
        ...call,
        ...callerOf(endpoint, tenant),
      });
      expect([call.url, status]).toEqual([call.url, 404]);
    }
  });

  test("input that does not fit is answered as documented", async () => {
    const taking = version.endpoints.filter(
      ({ method, callers }) => method !== "GET" && callers !== "people",
    );
    for (const endpoint of taking.filter((each) => each.method !== "DELETE")) {
      const name = endpointName(endpoint);
      const { url } = exampleCall(endpoint, tenant.ids);
      const status = await documented.expectAsDocumented(endpoint, { url, body: [], key: tenant.key });
      expect([name, status]).toEqual([name, 422]);
    }
  });
});
