import { expect, test } from "vitest";
import { CERTIFICATE_PROBLEMS } from "../../store/certificates.ts";
import { certificateFindings } from "./certificate-findings.ts";

const HOST = "hooks.acme.test";
const NONE = { problem: null, problem_detail: null, failures: 0, is_in_force: false };

test.each(CERTIFICATE_PROBLEMS)("%s says what happened, why, and what to do", (problem) => {
  const findings = certificateFindings(HOST, { ...NONE, problem, failures: 1 }, "http-01");

  expect(findings[0]).toBe(`There is no certificate for ${HOST} yet.`);
  expect(findings[1]).toMatch(/by itself|asks again|Tell whoever|ask whoever/);
});

test("the authority's words are for the owner of the name, and the operator's are not", () => {
  const detail = { problem_detail: "connect ECONNREFUSED 10.1.2.3:443", failures: 1 };

  for (const problem of ["unreachable", "operator"] as const)
    expect(certificateFindings(HOST, { ...NONE, ...detail, problem }, "http-01").join(" ")).not.toContain(
      "10.1.2.3",
    );
  expect(certificateFindings(HOST, { ...NONE, ...detail, problem: "refused" }, "http-01")).toContain(
    "The authority says: “connect ECONNREFUSED 10.1.2.3:443”",
  );
});

test("a renewal that fails is told only when it goes on failing", () => {
  const inForce = { ...NONE, problem: "unreachable" as const, is_in_force: true };

  expect(certificateFindings(HOST, { ...inForce, failures: 2 }, "dns-01")).toEqual([]);
  expect(certificateFindings(HOST, { ...inForce, failures: 3 }, "dns-01")[0]).toBe(
    `The certificate of ${HOST} could not be renewed; the old one still works.`,
  );
  expect(certificateFindings(HOST, NONE, "dns-01")).toEqual([]);
});
