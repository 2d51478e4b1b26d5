/** Which roles may do what? The page in the documents is made from the table in the contract. */
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { DASHBOARD_ENDPOINTS } from "@posthorn/contract/dashboard-api";
import { can, RIGHT_TEXTS, RIGHTS, ROLES, type Right } from "@posthorn/contract/roles";
import { expect, test } from "vitest";

// The keys of the table.
const ALL_RIGHTS = Object.keys(RIGHTS) as Right[];

function tableOf(subject: "project" | "organization"): string[] {
  return [
    `| may | ${ROLES.join(" | ")} |`,
    `|---|${ROLES.map(() => "---").join("|")}|`,
    ...ALL_RIGHTS.filter((right) => RIGHTS[right].of === subject).map((right) => {
      const { role } = RIGHTS[right];
      return `| ${RIGHT_TEXTS[right]} | ${ROLES.map((held) => (can(held, role) ? "✓" : "")).join(" | ")} |`;
    }),
  ];
}

function rolesPage(): string {
  const ofPeople = ALL_RIGHTS.filter((right) => RIGHTS[right].of === "person").map(
    (right) => RIGHT_TEXTS[right],
  );
  return [
    "# Roles",
    "",
    "<!-- Made from packages/contract/src/roles.ts by packages/server/src/access/roles-page.test.ts; do not edit. -->",
    "",
    "A person belongs to organizations, with one role in each. An organization has exactly one owner. A new role, and the",
    "loss of one, counts from the next call on. A CLI that may no longer listen is disconnected within two seconds.",
    "",
    `Everybody who is signed in may ${ofPeople.join("; ")}.`,
    "",
    "## In an organization",
    "",
    ...tableOf("organization"),
    "",
    "## In a project",
    "",
    "The people of an organization have the same role in all its public projects. Its admins and its owner have it in private",
    "projects too. Others enter a private project only if they were added to it. Somebody can be added to any project as",
    "viewer, member or admin; the higher of the two roles counts. An admin of a project who is not an admin of the organization",
    "cannot delete the project, transfer it or change who sees it.",
    "",
    "An API key counts as an admin of its project, and as nobody in the organization. A person's CLI key may do in each project",
    "what the person may do there. Neither of them can change who belongs to an organization or a project.",
    "",
    ...tableOf("project"),
    "",
  ].join("\n");
}

test("docs/reference/roles.md says what the contract says", async () => {
  await expect(rolesPage()).toMatchFileSnapshot("../../../../docs/reference/roles.md");
});

test("every right is the right to something", () => {
  const used = new Set([...PUBLIC_ENDPOINTS, ...DASHBOARD_ENDPOINTS].map(({ right }) => right));

  // These are asked about a part of a call.
  expect(ALL_RIGHTS.filter((right) => !used.has(right))).toEqual([
    "seeProjectMembers",
    "setPrivacy",
    "handOn",
  ]);
});
