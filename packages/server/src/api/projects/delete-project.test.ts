import { publicId } from "@posthorn/contract/ids";
import { expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { whyNotDeletable } from "./delete-project.ts";

const [one, two] = [newId(), newId()];

test("one of several projects can go", () => {
  expect(whyNotDeletable(one, [one, two])).toBeNull();
});

test("the last one stays, and its owner hears what to do", () => {
  expect(whyNotDeletable(one, [one])).toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
    message:
      "This is the last project of its organization, and an organization has at least one. Create another project first, then delete this one.",
  });
});

test.each([[[]], [[two]]])("one that has gone meanwhile is not there, among %j", (present) => {
  expect(whyNotDeletable(one, present)).toMatchObject({
    code: "NOT_FOUND",
    data: { id: publicId("project", one) },
  });
});
