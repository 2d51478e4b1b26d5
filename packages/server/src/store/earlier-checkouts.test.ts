import { expect, test } from "vitest";
import { EARLIER_MIGRATIONS } from "../testing/earlier-database.ts";
import { relabellingFault, isOfEarlierCheckout } from "./earlier-checkouts.ts";

const other = { number: 59, name: "0059-of-a-branch", checksum: "sum" };

test("a database that has run exactly the migrations of the last checkout goes on as one of a release", () => {
  expect(isOfEarlierCheckout(EARLIER_MIGRATIONS)).toBe(true);
  expect(relabellingFault(EARLIER_MIGRATIONS)).toBeNull();
});

test("an empty database and one of a release are none of an earlier checkout", () => {
  expect(isOfEarlierCheckout([])).toBe(false);
  expect(isOfEarlierCheckout([{ number: 1, name: "0001-people", checksum: "sum" }])).toBe(false);
});

test("one that is not up to date is refused, and told which checkout brings it there, and how to take its configuration along", () => {
  const fault = relabellingFault(EARLIER_MIGRATIONS.slice(0, 41));

  expect(fault).toContain("it has run 41 of the 58 migrations");
  expect(fault).toContain("`git checkout 16006e77`, then `npm start`");
  expect(fault).toContain("`posthorn export`");
  expect(fault).toContain("`posthorn apply`");
});

test.each([
  ["has run one more", [...EARLIER_MIGRATIONS, other]],
  [
    "has run another text of one",
    EARLIER_MIGRATIONS.with(29, { number: 30, name: "0030-issues", checksum: "sum" }),
  ],
])("one that %s is refused, and told how to take its configuration along", (_, applied) => {
  const fault = relabellingFault(applied);

  expect(fault).toContain("migrations that are not those of 16006e77");
  expect(fault).toContain("`posthorn export`");
});
