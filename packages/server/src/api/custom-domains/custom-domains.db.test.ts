/** The life of a custom domain, as callers of each version see it. */
import { publicId } from "@posthorn/contract/ids";
import { CUSTOM_DOMAINS_MAX } from "@posthorn/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { issueApiKey } from "../../store/api-keys.ts";
import {
  addMissingCertificates,
  claimDueCertificates,
  recordCertificate,
  recordOrderFailure,
} from "../../store/certificates.ts";
import { recordLook } from "../../store/custom-domains.ts";
import { createProject } from "../../store/new-project.ts";
import { sealer } from "../../testing/gateway.ts";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

const CURRENT = "/teams/current/custom_domains";
const TARGET = "edge.posthorn.test";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

async function newProject(name: string): Promise<{ team_id: string; key: string }> {
  const team_id = await createProject(api.db, sealer, { organization_id: newId(), name });
  const { key } = await issueApiKey(api.db, { team_id, name: "test", expires_at: null });
  return { team_id, key };
}

async function found(id: string, finding: "found" | "missing" | "wrong" = "found"): Promise<void> {
  const { rows } = await api.db.query<{ id: string }>("select id from custom_domains");
  const row = rows.find((one) => publicId("custom_domain", one.id) === id);
  await recordLook(api.db, { id: row?.id ?? "", routing: "found", ownership: finding, waitMs: 86_400_000 });
}

test("a claim shows the records that prove it, then it is active, then it is given up", async () => {
  const { status, body: domain } = await api.call("POST", CURRENT, {
    body: { hostname: "Hooks.Acme.example." },
  });

  expect(status).toBe(200);
  expect(domain).toMatchObject({
    id: expect.stringMatching(/^dom_/),
    hostname: "hooks.acme.example",
    status: "pending",
    ssl: {
      status: "initializing",
      txt_name: "_posthorn-challenge.hooks.acme.example",
      txt_value: expect.stringMatching(/^[\w-]{32}$/),
    },
    verification_errors: [],
    expires_at: expect.any(String),
    checked_at: null,
  });
  expect(domain.records).toEqual([
    { type: "CNAME", name: "hooks.acme.example", value: TARGET, status: "unchecked" },
    { type: "TXT", name: domain.ssl.txt_name, value: domain.ssl.txt_value, status: "unchecked" },
  ]);
  expect(domain.ownership_verification).toEqual({
    type: "txt",
    name: domain.ssl.txt_name,
    value: domain.ssl.txt_value,
  });

  await found(domain.id, "wrong");
  const [wrong] = (await api.call("GET", CURRENT)).body;
  expect(wrong.verification_errors).toEqual([
    "The TXT record at _posthorn-challenge.hooks.acme.example has another value than this one.",
  ]);

  await found(domain.id);
  const [active] = (await api.call("GET", CURRENT)).body;
  expect(active).toMatchObject({ status: "active", ssl: { status: "active" }, expires_at: null });
  const [project] = (await api.call("GET", "/projects")).body;
  expect(project.custom_hostnames).toEqual(["hooks.acme.example"]);

  expect((await api.call("DELETE", `${CURRENT}/${domain.id}`)).body).toEqual({ id: domain.id });
  expect((await api.call("GET", CURRENT)).body).toEqual([]);
  expect((await api.call("DELETE", `${CURRENT}/${domain.id}`)).status).toBe(404);
});

test("records that are lost are shown after some days, while the domain stays active", async () => {
  const { body: domain } = await api.call("POST", CURRENT, { body: { hostname: "lost.acme.example" } });
  await found(domain.id);
  await found(domain.id, "missing");
  const shown = async () => (await api.call("GET", CURRENT)).body[0];
  expect(await shown()).toMatchObject({ status: "active", verification_errors: [] });

  await api.db.query("update custom_domains set lost_since = lost_since - interval '4 days'");

  expect(await shown()).toMatchObject({
    status: "active",
    verification_errors: ["There is no TXT record at _posthorn-challenge.lost.acme.example."],
  });
  await api.call("DELETE", `${CURRENT}/${domain.id}`);
});

test.each(["acme.example", "127.0.0.1", "hooks.acme.localhost", "https://hooks.acme.example", "", TARGET])(
  "%s is no host name for a domain",
  async (hostname) => {
    const { status, body } = await api.call("POST", CURRENT, { body: { hostname } });

    expect([status, body.code, body.message]).toEqual([
      422,
      "CUSTOM_DOMAIN_INVALID",
      "The domain entered is not a valid hostname.",
    ]);
  },
);

test("without a host name the answer names the field", async () => {
  const { status, body } = await api.call("POST", CURRENT, { body: {} });

  expect([status, body.message]).toEqual([422, "hostname is required"]);
});

function claim(key?: string) {
  return api.call("POST", CURRENT, { body: { hostname: "one.acme.example" }, ...(key && { key }) });
}

test("a host name belongs to one project, however many claim it at once", async () => {
  const other = await newProject("Other");

  const answers = await Promise.all([claim(), claim(other.key), claim(), claim(other.key)]);

  expect(answers.map(({ status }) => status).toSorted((a = 0, b = 0) => a - b)).toEqual([200, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect([refused?.body.code, refused?.body.message]).toEqual([
    "CUSTOM_DOMAIN_ALREADY_EXISTS",
    "The domain entered is already in use.",
  ]);
});

test("a project has only so many domains, also when they come at once", async () => {
  const { key } = await newProject("Full");

  const answers = await Promise.all(
    Array.from({ length: CUSTOM_DOMAINS_MAX + 3 }, (_, at) =>
      api.call("POST", CURRENT, { key, body: { hostname: `n${at}.full.example` } }),
    ),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(CUSTOM_DOMAINS_MAX);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
});

test("the newest version names the project in the path, and older ones do not", async () => {
  const { team_id, key } = await newProject("Versions");
  const named = `/projects/${publicId("project", team_id)}/custom_domains`;
  const body = { hostname: "versions.acme.example" };

  const created = await api.call("POST", `//2026-09-01${named}`, { key, body });
  expect([created.status, created.body.hostname]).toEqual([200, body.hostname]);
  for (const version of ["2024-03-01", "2024-09-01", "2025-01-01", "2025-07-01"]) {
    const [domain] = (await api.call("GET", `//${version}${CURRENT}`, { key })).body;
    expect([version, domain?.id]).toEqual([version, created.body.id]);
  }
  expect((await api.call("GET", `//2026-09-01${CURRENT}`, { key })).status).toBe(404);
  expect((await api.call("GET", `//2025-01-01${named}`, { key })).status).toBe(404);
  const other = await newProject("Elsewhere");
  expect((await api.call("GET", `//2026-09-01${named}`, { key: other.key })).status).toBe(404);

  const removed = await api.call("DELETE", `//2026-09-01${named}/${created.body.id}`, { key });
  expect(removed.body).toEqual({ id: created.body.id });
});

test("with certificates a domain is active first and its SSL later, and says why it is not", async () => {
  const secure = await givenApi({
    certificates: {
      directoryUrl: "https://ca.test/directory",
      email: null,
      challenge: "dns-01",
      dnsHook: null,
      port: 4402,
      publicPort: 443,
    },
  });
  try {
    const { body: domain } = await secure.call("POST", CURRENT, { body: { hostname: "hooks.acme.example" } });
    expect(domain.ssl).toMatchObject({ method: "txt", status: "initializing", expires_at: null });
    const now = async () => (await secure.call("GET", CURRENT)).body[0];
    const [row] = (await secure.db.query<{ id: string }>("select id from custom_domains")).rows;
    const id = row?.id ?? "";
    await recordLook(secure.db, { id, routing: "found", ownership: "found", waitMs: 86_400_000 });
    expect(await now()).toMatchObject({
      status: "active",
      ssl: { status: "initializing" },
      verification_errors: [],
    });

    await addMissingCertificates(secure.db);
    const [due] = await claimDueCertificates(secure.db, { limit: 1, leaseMs: 60_000 });
    if (!due) throw new Error("the domain is active");
    const failure = {
      problem: "forbidden_by_caa",
      detail: "CAA record prevents it",
      waitMs: 0,
      keepsOrder: false,
    } as const;
    await recordOrderFailure(secure.db, due, failure);
    expect((await now()).verification_errors).toEqual([
      "There is no certificate for hooks.acme.example yet.",
      expect.stringContaining("CAA record of hooks.acme.example"),
      "The authority says: “CAA record prevents it”",
    ]);

    const expires_at = new Date(Date.now() + 86_400_000);
    const times = { issued_at: new Date(), expires_at, renewed_at: expires_at };
    await recordCertificate(secure.db, due, { chain: "a chain", key: Buffer.from("sealed"), ...times });
    expect(await now()).toMatchObject({
      status: "active",
      ssl: { status: "active", expires_at: expires_at.toISOString() },
      verification_errors: [],
    });

    // A process whose lease has ended changes nothing.
    await claimDueCertificates(secure.db, { limit: 1, leaseMs: 60_000 });
    await secure.db.query("update certificates set step = step + 1");
    expect(await recordOrderFailure(secure.db, due, failure)).toBe(false);
    expect((await now()).verification_errors).toEqual([]);
  } finally {
    await secure.stop();
  }
});
