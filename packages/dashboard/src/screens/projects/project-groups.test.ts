import { expect, test } from "vitest";
import { projectGroups } from "./project-groups.ts";

const organizations = [
  {
    id: "org_1",
    name: "Acme",
    role: "owner",
    plan: null,
    uses_sso: false,
    is_sso_user: false,
    has_directory: false,
  },
  {
    id: "org_2",
    name: "Engines",
    role: "viewer",
    plan: null,
    uses_sso: false,
    is_sso_user: false,
    has_directory: false,
  },
  {
    id: "org_3",
    name: "Nothing to see",
    role: "member",
    plan: null,
    uses_sso: false,
    is_sso_user: false,
    has_directory: false,
  },
] as const;
const project = { private: false, role: "viewer", retention_days: 7, is_sample: false } as const;
const projects = [
  { ...project, id: "tm_1", organization_id: "org_1", name: "payments" },
  { ...project, id: "tm_2", organization_id: "org_1", name: "trial" },
  { ...project, id: "tm_3", organization_id: "org_2", name: "payments" },
];

function found(search: string) {
  const groups = projectGroups({ organizations: [...organizations], projects }, search);
  return groups.map(({ organization, projects: own }) => [organization.name, own.map(({ id }) => id)]);
}

test.each([
  [
    "",
    [
      ["Acme", ["tm_1", "tm_2"]],
      ["Engines", ["tm_3"]],
      ["Nothing to see", []],
    ],
  ],
  [
    "pay",
    [
      ["Acme", ["tm_1"]],
      ["Engines", ["tm_3"]],
    ],
  ],
  ["Payments acme", [["Acme", ["tm_1"]]]],
  ["engines", [["Engines", ["tm_3"]]]],
  ["nothing", []],
])("'%s'", (search, groups) => {
  expect(found(search)).toEqual(groups);
});
