import { expect, test } from "vitest";
import { can, mayUse, RIGHTS, ROLES } from "./roles.ts";

test("a role may do what every lesser role may, and nothing above it", () => {
  const allowed = ROLES.map((role) => ROLES.filter((needed) => can(role, needed)));

  expect(allowed).toEqual([
    ["viewer"],
    ["viewer", "member"],
    ["viewer", "member", "admin"],
    ["viewer", "member", "admin", "owner"],
  ]);
});

test("a caller without a role has no right of an organization, whatever it is in the project", () => {
  expect(mayUse("deleteProjects", { role: "owner", organization_role: null })).toBe(false);
  expect(mayUse("deleteProjects", { role: "viewer", organization_role: "admin" })).toBe(true);
  expect(mayUse("configure", { role: "member", organization_role: null })).toBe(true);
});

test("every person has the rights of a person", () => {
  const ofPeople = Object.values(RIGHTS).filter(({ of }) => of === "person");

  expect(ofPeople.map(({ role }) => role)).toEqual(["viewer"]);
});
