import { expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./test-reports.mjs";

test("Vitest: every test with its file and full name", () => {
  const report = {
    testResults: [
      {
        name: "/a.test.tsx",
        status: "failed",
        startTime: 1_000,
        endTime: 3_500,
        assertionResults: [
          { fullName: "a menu opens", status: "passed" },
          {
            fullName: "a menu closes",
            status: "failed",
            failureMessages: ["\u001b[31mError\u001b[39m: expected 1\n  to be 2\n    at /a.test.tsx:3:1"],
          },
          { fullName: "later", status: "todo" },
        ],
      },
    ],
  };

  expect(readVitestReport(report, 1)).toEqual({
    tests: [
      { file: "/a.test.tsx", name: "a menu opens", status: "passed", place: "/a.test.tsx", message: "" },
      {
        file: "/a.test.tsx",
        name: "a menu closes",
        status: "failed",
        place: "/a.test.tsx",
        message: "Error: expected 1 to be 2",
      },
      { file: "/a.test.tsx", name: "later", status: "skipped", place: "/a.test.tsx", message: "" },
    ],
    brokenFiles: [],
    files: [{ file: "/a.test.tsx", ms: 2_500 }],
    exitCode: 1,
  });
});

test("Vitest: a file that failed without a failed test is broken", () => {
  const passed = { fullName: "x", status: "passed" };
  const report = {
    testResults: [
      { name: "/does-not-load.test.ts", status: "failed", assertionResults: [] },
      { name: "/cannot-end.test.ts", status: "failed", assertionResults: [passed] },
      { name: "/fine.test.ts", status: "passed", assertionResults: [passed] },
    ],
  };

  expect(readVitestReport(report, 1).brokenFiles).toEqual(["/does-not-load.test.ts", "/cannot-end.test.ts"]);
});

const spec = (title: string, line: number, status: string) => ({
  title,
  file: "keyboard.spec.ts",
  line,
  tests: [
    {
      status,
      results: [
        {
          duration: line,
          errors: status === "unexpected" ? [{ message: "Error: not visible\n\nLocator: row" }] : [],
        },
      ],
    },
  ],
});

test("Playwright: tests of nested groups, and where each is found again", () => {
  const report = {
    suites: [
      {
        title: "keyboard.spec.ts",
        file: "keyboard.spec.ts",
        specs: [spec("opens", 3, "expected"), spec("closes", 9, "unexpected")],
        suites: [{ title: "a list", specs: [spec("moves", 20, "skipped"), spec("ends", 30, "flaky")] }],
      },
    ],
  };

  const { tests, files } = readPlaywrightReport(report, 1);

  expect(tests.map(({ name, status, place, message }) => [name, status, place, message])).toEqual([
    ["opens", "passed", "keyboard.spec.ts:3", ""],
    ["closes", "failed", "keyboard.spec.ts:9", "Error: not visible Locator: row"],
    ["a list › moves", "skipped", "keyboard.spec.ts:20", ""],
    ["a list › ends", "failed", "keyboard.spec.ts:30", ""],
  ]);
  expect(files).toEqual([{ file: "keyboard.spec.ts", ms: 3 + 9 + 20 + 30 }]);
});

test.each([null, undefined, "text", {}, { testResults: 3, suites: 3 }, { testResults: [null], suites: [7] }])(
  "%j says nothing about any test",
  (report) => {
    expect(readVitestReport(report, 0).tests).toEqual([]);
    expect(readPlaywrightReport(report, 0).tests).toEqual([]);
  },
);
