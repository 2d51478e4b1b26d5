/** In which projects does a person have a role, and which one? */
import type { GrantedRole } from "@posthorn/contract/roles";
import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { findMembership } from "./members.ts";
import { createProject } from "./new-project.ts";
import { insertProjectMember } from "./project-members.ts";
import { markProjectDeleted, updateProject } from "./projects.ts";
import { createSealer } from "./seal.ts";

const sealer = createSealer("a master key for tests, long enough to pass");

async function givenPeople() {
  const { db, drop } = await freshDatabase();
  const organization = async () => {
    const id = newId();
    await db.query("insert into organizations (id, name, slug) values ($1, 'Engines', $2)", [id, id]);
    return id;
  };
  const person = async () => {
    const id = newId();
    await db.query("insert into users (id, name, email, email_verified) values ($1, 'Ada', $2, true)", [
      id,
      `${id}@example.com`,
    ]);
    return id;
  };
  const join = (user_id: string, organization_id: string, role: string) =>
    db.query("insert into members (id, organization_id, user_id, role) values ($1, $2, $3, $4)", [
      newId(),
      organization_id,
      user_id,
      role,
    ]);
  const project = (organization_id: string) =>
    createProject(db, sealer, { organization_id, name: "Payments" });
  const rolesOf = async (user_id: string) =>
    (
      await db.query<{ organization_id: string; team_id: string; role: string }>(
        "select organization_id, team_id, role from project_roles where user_id = $1 order by team_id",
        [user_id],
      )
    ).rows;
  return { db, drop, organization, person, join, project, rolesOf };
}

test("a person has the role of each organization in all its projects, and none in a project of others", async () => {
  const { db, drop, organization, person, join, project, rolesOf } = await givenPeople();
  const [ada, grace] = [await person(), await person()];
  const [engines, compilers] = [await organization(), await organization()];
  await join(ada, engines, "viewer");
  await join(ada, compilers, "owner");
  await join(grace, engines, "member");
  const [first, second, third] = [await project(engines), await project(engines), await project(compilers)];

  expect(await rolesOf(ada)).toEqual([
    { organization_id: engines, team_id: first, role: "viewer" },
    { organization_id: engines, team_id: second, role: "viewer" },
    { organization_id: compilers, team_id: third, role: "owner" },
  ]);
  expect(await rolesOf(grace)).toEqual([
    { organization_id: engines, team_id: first, role: "member" },
    { organization_id: engines, team_id: second, role: "member" },
  ]);
  expect(await findMembership(db, { user_id: grace, organization_id: engines })).toMatchObject({
    role: "member",
  });
  expect(await findMembership(db, { user_id: grace, organization_id: compilers })).toBeNull();
  await drop();
});

test("a deleted project, and an organization that a person has left, give no role", async () => {
  const { db, drop, organization, person, join, project, rolesOf } = await givenPeople();
  const ada = await person();
  const [engines, compilers] = [await organization(), await organization()];
  await join(ada, engines, "admin");
  await join(ada, compilers, "admin");
  const [deleted, kept, left] = [await project(engines), await project(engines), await project(compilers)];
  expect((await rolesOf(ada)).map(({ team_id }) => team_id)).toEqual([deleted, kept, left]);

  await markProjectDeleted(db, sealer, deleted);
  await db.query("delete from members where organization_id = $1", [compilers]);

  expect((await rolesOf(ada)).map(({ team_id }) => team_id)).toEqual([kept]);
  await drop();
});

/** Each role that a person can have in the organization and by being added to the project, and what comes of it. */
const HIGHER: readonly (readonly [
  organization: string,
  added: GrantedRole | null,
  open: string,
  isPrivate: string | null,
])[] = [
  ["viewer", null, "viewer", null],
  ["viewer", "viewer", "viewer", "viewer"],
  ["viewer", "member", "member", "member"],
  ["viewer", "admin", "admin", "admin"],
  ["member", null, "member", null],
  ["member", "viewer", "member", "viewer"],
  ["member", "member", "member", "member"],
  ["member", "admin", "admin", "admin"],
  ["admin", null, "admin", "admin"],
  ["admin", "viewer", "admin", "admin"],
  ["owner", null, "owner", "owner"],
  ["owner", "member", "owner", "owner"],
];

test.each(HIGHER)(
  "a %s of the organization who was added as %s is %s in a public project and %s in a private one",
  async (role, added, inPublic, inPrivate) => {
    const { db, drop, organization, person, join, project, rolesOf } = await givenPeople();
    const [ada, engines] = [await person(), await organization()];
    await join(ada, engines, role);
    const team_id = await project(engines);
    const member = await findMembership(db, { user_id: ada, organization_id: engines });
    if (added) await insertProjectMember(db, { team_id, member_id: member?.id ?? "", role: added });

    const whilePublic = await rolesOf(ada);
    await updateProject(db, team_id, { private: true });
    const whilePrivate = await rolesOf(ada);

    expect(whilePublic.map((row) => row.role)).toEqual([inPublic]);
    expect(whilePrivate.map((row) => row.role)).toEqual(inPrivate === null ? [] : [inPrivate]);
    await db.query("delete from members");
    expect([await rolesOf(ada), (await db.query("select from project_members")).rowCount]).toEqual([[], 0]);
    await drop();
  },
);
