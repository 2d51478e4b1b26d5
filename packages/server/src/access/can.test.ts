import { ROLES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { can } from "./can.ts";

test("a role may do what every lesser role may, and nothing above it", () => {
  const allowed = ROLES.map((role) => ROLES.filter((needed) => can(role, needed)));

  expect(allowed).toEqual([
    ["viewer"],
    ["viewer", "member"],
    ["viewer", "member", "admin"],
    ["viewer", "member", "admin", "owner"],
  ]);
});
