import { getConnection } from "@posthorn/contract/connections";
import { getRequest } from "@posthorn/contract/requests";
import { getSource, updateSource } from "@posthorn/contract/sources";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import { noRedaction, redactedPayload } from "./redaction.ts";
import { VERSIONS } from "./versions.ts";

const redaction = ["body.email"];

test("before 2025-07-01 no source shows its list, also within a connection", () => {
  const config = { auth_type: null, redaction };

  expect(wire(getSource, noRedaction).reply({ config })).toEqual({ config: { auth_type: null } });
  expect(wire(getConnection, noRedaction).reply({ source: { config } })).toEqual({
    source: { config: { auth_type: null } },
  });
  expect(wire(updateSource, noRedaction).body({ type: "WEBHOOK", config: { redaction } })).toEqual({
    type: "WEBHOOK",
    config: {},
  });
});

test.each(["2025-07-01", "2026-09-01"])("%s takes and shows it", (name) => {
  const version = VERSIONS.find((one) => one.name === name);

  expect(version?.wire(updateSource).body({ type: "WEBHOOK", config: { redaction } })).toMatchObject({
    config: { redaction },
  });
});

test("no public version says what was masked in a payload", () => {
  const data = { path: "/", redaction: { paths: redaction, count: 1 } };

  expect(wire(getRequest, redactedPayload).reply({ data })).toEqual({ data: { path: "/" } });
});
