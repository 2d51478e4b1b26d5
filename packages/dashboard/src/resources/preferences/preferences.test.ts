import { expect, test } from "vitest";
import { chosenProject, parsePreferences, withProject, withProjectPreferences } from "./preferences.ts";

test.each([null, "", "not json", "[]", "42", '{"theme":"purple","users":7}'])(
  "%s is read as the defaults",
  (stored) => {
    expect(parsePreferences(stored)).toMatchObject({ theme: "system", density: "comfortable", users: {} });
  },
);

test("one broken value does not cost the others", () => {
  const read = parsePreferences('{"theme":"dark","density":"tiny","is_rail_collapsed":true}');

  expect(read).toMatchObject({ theme: "dark", density: "comfortable", is_rail_collapsed: true });
});

test("what is remembered in one project stays out of the other, and survives the storage", () => {
  const one = withProjectPreferences(parsePreferences(null), "u1", "p1", { panel_width: 904 });
  const both = withProject(one, "u1", "p2");

  const read = parsePreferences(JSON.stringify(both));

  expect(read.users["u1"]?.projects?.["p1"]?.panel_width).toBe(904);
  expect(read.users["u1"]?.projects?.["p2"]).toBeUndefined();
  expect(read.users["u1"]?.project_id).toBe("p2");
});

test("a remembered project that is gone gives way to the first", () => {
  const remembered = withProject(parsePreferences(null), "u1", "p2");

  expect(chosenProject(remembered, "u1", [{ id: "p1" }, { id: "p2" }])?.id).toBe("p2");
  expect(chosenProject(remembered, "u1", [{ id: "p1" }, { id: "p3" }])?.id).toBe("p1");
  expect(chosenProject(remembered, "somebody else", [{ id: "p1" }, { id: "p2" }])?.id).toBe("p1");
});
