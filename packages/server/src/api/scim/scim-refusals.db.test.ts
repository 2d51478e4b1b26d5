/** Whom does `/scim/v2` refuse, and with which words? Another organization must be as if it did not exist. */
import { publicId } from "@posthorn/contract/ids";
import { API_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { insertDirectory } from "../../store/directories.ts";
import { issueDirectoryToken } from "../../store/directory-tokens.ts";
import { addressIn, givenDirectory, type GivenDirectory } from "../../testing/given-directory.ts";
import { callAs } from "../../testing/given-person.ts";
import { givenPlans } from "../../testing/given-plans.ts";
import { scimCall } from "../../testing/scim-call.ts";

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

let given: GivenDirectory;
let person: string;
let group: string;
/** Of another organization. */
let stranger: string;
beforeAll(async () => {
  given = await givenDirectory();
  person = await given.addPerson("ours");
  group = await given.addGroup("ours", [person]);
  const made = await callAs(given.api, given.cookie, "POST", "/organizations", { name: "Elsewhere" });
  const { rows } = await given.api.db.query<{ id: string }>(
    "select id from organizations order by id desc limit 1",
  );
  const organization_id = rows[0]?.id ?? "";
  expect(publicId("organization", organization_id)).toBe(made.body.organization.id);
  await insertDirectory(given.api.db, { organization_id, default_role: "admin" });
  stranger = (await issueDirectoryToken(given.api.db, organization_id)).token;
});
afterAll(() => given.stop());

const stateOf = async () => {
  const tables = ["directory_people", "directory_groups", "directory_group_members", "members", "users"];
  const counts = tables.map(
    async (name) => (await given.api.db.query(`select * from ${name} order by 1, 2`)).rows,
  );
  return JSON.stringify(await Promise.all(counts));
};

test("without the right token there is nothing to see", async () => {
  for (const token of [null, "phd_wrong", given.api.key, `${given.token}x`]) {
    for (const [method, path] of [
      ["GET", "/Users"],
      ["GET", "/ServiceProviderConfig"],
      ["POST", "/Users"],
      ["GET", "/nothing"],
    ] as const) {
      const answer = await scimCall(given.api.url, token, method, path, method === "POST" ? "{" : undefined);
      expect([answer.status, answer.headers.get("www-authenticate"), answer.body.schemas]).toEqual([
        401,
        'Bearer realm="scim"',
        [ERROR],
      ]);
    }
  }
  // It opens nothing else.
  expect((await given.api.call("GET", "/sources", { key: given.token })).status).toBe(401);
});

const asStranger = (method: string, path: string, body?: object) => given.scim(method, path, body, stranger);

test("people and groups of another organization do not exist", async () => {
  const before = await stateOf();
  const removal = { schemas: [PATCH], Operations: [{ op: "replace", path: "active", value: false }] };
  const renaming = { schemas: [PATCH], Operations: [{ op: "replace", path: "displayName", value: "x" }] };

  const calls: [method: string, path: string, body?: object][] = [
    ["GET", `/Users/${person}`],
    ["PUT", `/Users/${person}`, { userName: "x@acme.test" }],
    ["PATCH", `/Users/${person}`, removal],
    ["DELETE", `/Users/${person}`],
    ["GET", `/Groups/${group}`],
    ["PUT", `/Groups/${group}`, { displayName: "x" }],
    ["PATCH", `/Groups/${group}`, renaming],
    ["DELETE", `/Groups/${group}`],
  ];
  for (const [method, path, body] of calls)
    expect([method, path, (await asStranger(method, path, body)).status]).toEqual([method, path, 404]);
  const adopting = await asStranger("POST", "/Groups", {
    displayName: "theirs",
    members: [{ value: person }],
  });
  expect([adopting.status, adopting.body.detail]).toEqual([
    400,
    `members names ${person}, which is no user here. Groups in groups are not supported`,
  ]);
  // Nor may its directory speak for a domain of ours.
  expect((await asStranger("POST", "/Users", { userName: addressIn("eve") })).status).toBe(400);
  expect((await asStranger("GET", "/Users")).body.totalResults).toBe(0);
  const byId = encodeURIComponent(`members eq "${person}"`);
  expect((await asStranger("GET", `/Groups?filter=${byId}`)).body.totalResults).toBe(0);
  expect(await stateOf()).toBe(before);
});

test("garbage is refused in the form of SCIM, and changes nothing", async () => {
  const before = await stateOf();
  const op = (...Operations: unknown[]) => ({ schemas: [PATCH], Operations });
  const deep = `{"userName":${"[".repeat(2_000)}${"]".repeat(2_000)}}`;
  const bad: [method: string, path: string, body: unknown, status: number, scimType?: string][] = [
    ["POST", "/Users", "{", 400, "invalidSyntax"],
    ["POST", "/Users", deep, 400, "invalidSyntax"],
    ["POST", "/Users", [], 400, "invalidSyntax"],
    ["POST", "/Users", "null", 400, "invalidSyntax"],
    ["POST", "/Users", {}, 400, "invalidValue"],
    ["POST", "/Users", { userName: 5 }, 400, "invalidValue"],
    ["POST", "/Users", { userName: "no-address" }, 400, "invalidValue"],
    ["POST", "/Users", { userName: addressIn("x\u0000y") }, 400, "invalidValue"],
    ["POST", "/Users", { userName: "x".repeat(501) }, 400, "invalidValue"],
    ["POST", "/Users", { userName: addressIn("x"), emails: [7] }, 400, "invalidValue"],
    ["POST", "/Users", { userName: addressIn("x"), emails: [{ value: {} }] }, 400, "invalidValue"],
    ["POST", "/Users", { userName: addressIn("x"), active: "maybe" }, 400, "invalidValue"],
    ["POST", "/Groups", { displayName: " " }, 400, "invalidValue"],
    ["POST", "/Groups", { displayName: "x", members: [{}] }, 400, "invalidValue"],
    ["POST", "/Groups", { displayName: "x", members: [{ value: group }] }, 400, "invalidValue"],
    ["PATCH", `/Users/${person}`, {}, 400, "invalidSyntax"],
    ["PATCH", `/Users/${person}`, { schemas: [PATCH], Operations: [] }, 400, "invalidSyntax"],
    ["PATCH", `/Users/${person}`, op(null), 400, "invalidSyntax"],
    ["PATCH", `/Users/${person}`, op({ op: "shout", path: "active", value: false }), 400, "invalidSyntax"],
    ["PATCH", `/Users/${person}`, op({ op: "replace", path: "active" }), 400, "invalidValue"],
    ["PATCH", `/Users/${person}`, op({ op: "replace", path: "active]", value: false }), 400, "invalidPath"],
    ["PATCH", `/Users/${person}`, op({ op: "replace", path: 5, value: false }), 400, "invalidPath"],
    ["PATCH", `/Users/${person}`, op({ op: "remove", path: "userName" }), 400, "mutability"],
    ["PATCH", `/Users/${person}`, op({ op: "remove" }), 400, "noTarget"],
    ["PATCH", `/Users/${person}`, op({ op: "replace", value: { "a b": 1 } }), 400, "invalidPath"],
    [
      "PATCH",
      `/Users/${person}`,
      op(...Array.from({ length: 1_001 }, () => ({ op: "add", path: "x", value: 1 }))),
      400,
      "tooMany",
    ],
    // The first operation would be fine: all are made, or none.
    [
      "PATCH",
      `/Users/${person}`,
      op({ op: "replace", path: "active", value: false }, { op: "replace", path: "active", value: 7 }),
      400,
      "invalidValue",
    ],
    ["PATCH", `/Groups/${group}`, op({ op: "add", path: "members", value: "x" }), 400, "invalidValue"],
    ["PATCH", `/Groups/${group}`, op({ op: "remove", path: 'members[type eq "User"]' }), 400, "invalidPath"],
    ["GET", "/Users?filter=userName", undefined, 400, "invalidFilter"],
    ["GET", `/Users?filter=${encodeURIComponent('userName co "a"')}`, undefined, 400, "invalidFilter"],
    ["GET", `/Users?filter=${encodeURIComponent('password eq "a"')}`, undefined, 400, "invalidFilter"],
    ["GET", `/Users?filter=${encodeURIComponent('userName eq "\\u0000"')}`, undefined, 400, "invalidFilter"],
    ["GET", "/Users?count=many", undefined, 400, "invalidValue"],
    ["GET", "/Nothing", undefined, 404],
    ["DELETE", "/Users", undefined, 404],
  ];
  for (const [method, path, body, status, scimType] of bad) {
    const answer = await given.scim(method, path, body);
    const what = `${method} ${path} ${JSON.stringify(body)?.slice(0, 90)}`;
    expect([what, answer.status, answer.body.scimType]).toEqual([what, status, scimType]);
    expect(answer.body).toMatchObject({
      schemas: [ERROR],
      status: String(status),
      detail: expect.any(String),
    });
    expect(answer.headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
  }
  const large = await given.scim(
    "POST",
    "/Users",
    JSON.stringify({ userName: "x".repeat(API_BODY_MAX_BYTES) }),
  );
  expect([large.status, large.body.schemas]).toEqual([413, [ERROR]]);
  const form = await fetch(`${given.api.url}/scim/v2/Users`, {
    method: "POST",
    headers: { authorization: `Bearer ${given.token}`, "content-type": "text/plain" },
    body: "x",
  });
  expect(form.status).toBe(415);
  expect(await stateOf()).toBe(before);
});

test("a token makes as many calls as the plan allows a key", async () => {
  const limited = await givenDirectory();
  try {
    await givenPlans(
      limited.api.db,
      "existing: small\ndefault: small\nplans: [{ id: small, version: 1, name: Small, limits: { api_rate_limit: 3 } }]\n",
    );
    const answers = [];
    for (let call = 0; call < 4; call += 1) answers.push(await limited.scim("GET", "/Users"));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["2", "1", "0", "0"]);
    expect(answers[3]?.body).toEqual({ schemas: [ERROR], status: "429", detail: "Too many requests" });
  } finally {
    await limited.stop();
  }
});

test("ids of other kinds and of nobody are not found", async () => {
  for (const id of [group, publicId("directory_person", newId()), "x", "%00"])
    expect([id, (await given.scim("GET", `/Users/${id}`)).status]).toEqual([id, 404]);
});
