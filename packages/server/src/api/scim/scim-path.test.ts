import { expect, test } from "vitest";
import { ScimError } from "./scim-error.ts";
import { comparisonsOf, pathOf } from "./scim-path.ts";

test("a filter is read as directories spell it", () => {
  for (const [filter, expected] of [
    ['userName eq "a@b.test"', [["username", "a@b.test"]]],
    ['  USERNAME  Eq  "a \\"quoted\\" name"  ', [["username", 'a "quoted" name']]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"', [["username", "x"]]],
    [
      'id eq "1" and members eq "2"',
      [
        ["id", "1"],
        ["members", "2"],
      ],
    ],
    ["active eq true", [["active", true]]],
    [
      'emails[type eq "work"].value eq "a"',
      [
        ["emails.type", "work"],
        ["emails.value", "a"],
      ],
    ],
    [
      'emails[type eq "work" and value eq "a"] and active eq False',
      [
        ["emails.type", "work"],
        ["emails.value", "a"],
        ["active", false],
      ],
    ],
  ] as const)
    expect(comparisonsOf(filter).map(({ attribute, value }) => [attribute, value])).toEqual(expected);
});

test("a path is read as directories spell it", () => {
  expect(pathOf("name.givenName")).toEqual({ attribute: "name", where: [], part: "givenname" });
  expect(pathOf('members[value eq "dpn_1"]')).toEqual({
    attribute: "members",
    where: [{ attribute: "value", value: "dpn_1" }],
    part: null,
  });
  expect(pathOf('emails[type eq "work"].value')).toEqual({
    attribute: "emails",
    where: [{ attribute: "type", value: "work" }],
    part: "value",
  });
  expect(pathOf("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager").attribute).toBe(
    "manager",
  );
});

test("whatever else comes is refused as a filter or as a path, never as a fault of ours", () => {
  const parts = [
    '"',
    "\\",
    "[",
    "]",
    "(",
    ")",
    " ",
    "eq",
    "and",
    "or",
    "not",
    "a",
    ".",
    "urn:x:2.0:User",
    '"x"',
    "1e999",
    "é",
    ":",
    "\u0000",
    "pr",
  ];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const texts = Array.from({ length: 4_000 }, () =>
    Array.from({ length: next(9) }, () => parts[next(parts.length)]).join(next(2) ? " " : ""),
  );

  const faults = texts.filter((text) =>
    [comparisonsOf, pathOf].some((read) => {
      try {
        read(text);
        return false;
      } catch (error) {
        return !(error instanceof ScimError) || error.status !== 400;
      }
    }),
  );

  expect(faults).toEqual([]);
  for (const filter of [
    "",
    "a",
    "a eq",
    'a eq "b" or c eq "d"',
    'not (a eq "b")',
    "a pr",
    'a eq "b',
    'a eq "b" and',
    "a eq b",
    "a.b.c eq 1",
    "[",
    "x".repeat(1_001),
  ])
    expect(() => comparisonsOf(filter), filter).toThrow(ScimError);
  for (const path of ["", "a b", "a[", 'a[b eq "c"', 'a[b eq "c"]d', "a.", ".a", "a[]"])
    expect(() => pathOf(path), path).toThrow(ScimError);
});
