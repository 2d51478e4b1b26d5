import { expect, test } from "vitest";
import { ApiFailure } from "../../resources/api/api-failure.ts";
import { addressesIn, filledRows, inviteRefusal } from "./invite-form.ts";

test.each([
  ["one address", "ada@example.com", ["ada@example.com"]],
  ["lines", "ada@example.com\r\n\ngrace@example.com\n", ["ada@example.com", "grace@example.com"]],
  ["commas and semicolons", "a@x.io, b@x.io;c@x.io", ["a@x.io", "b@x.io", "c@x.io"]],
  [
    "a list from a mail program",
    '"Lovelace, Ada" <ada@example.com>, Grace <grace@example.com>',
    ["ada@example.com", "grace@example.com"],
  ],
  ["an address twice", "a@x.io a@x.io", ["a@x.io"]],
  ["no address", "ada, grace", []],
])("%s", (_what, text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

const ROWS = [
  { email: " ada@example.com ", role: "admin" },
  { email: "  ", role: "member" },
  { email: "grace@example.com", role: "viewer" },
] as const;

function refusedWith(...data: string[]): ApiFailure {
  return new ApiFailure({
    kind: "refused",
    code: "UNPROCESSABLE_ENTITY",
    status: 422,
    message: data[0] ?? "",
    data,
  });
}

test("empty rows are not sent, and a refusal still finds its row", () => {
  const sent = filledRows(ROWS);

  expect(sent).toEqual([
    { email: "ada@example.com", role: "admin", at: 0 },
    { email: "grace@example.com", role: "viewer", at: 2 },
  ]);
  expect(inviteRefusal(refusedWith("invitations[1].email is a member already"), sent)).toEqual({
    title: "Nobody was invited",
    fields: [{ name: "invitations.2.email", message: "Is a member already" }],
  });
});

test("what belongs to no row is said as the server says it", () => {
  expect(inviteRefusal(refusedWith("Posthorn cannot send mail here."), filledRows(ROWS))).toEqual({
    title: "Posthorn cannot send mail here.",
    fields: [],
  });
});
