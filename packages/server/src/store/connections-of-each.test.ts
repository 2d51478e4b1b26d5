import { expect, test } from "vitest";
import {
  connectionsOfEach,
  connectionsNeeded,
  embeddedConnections,
  mostProcesses,
  ownConnections,
  OF_ONE_ALONE,
} from "./connections-of-each.ts";

const opened = (connections: number, processes: number) => {
  const { pipeline, api, identity } = connectionsOfEach(connections, processes);
  return processes * (12 + pipeline + api + identity);
};

test("one process has what it always had, on a database of its own", () => {
  expect(embeddedConnections(1)).toBe(60);
  expect(connectionsOfEach(ownConnections(57, true), 1)).toEqual(OF_ONE_ALONE);
});

test.each([2, 3, 4, 8, 16])(
  "%i processes fit into the embedded database and leave room for others",
  (processes) => {
    const allowed = embeddedConnections(processes) - 3;
    const own = ownConnections(allowed, true);

    expect(mostProcesses(own)).toBeGreaterThanOrEqual(processes);
    expect(opened(own, processes)).toBeLessThanOrEqual(allowed - 26);
    expect(connectionsOfEach(own, processes)).toEqual({ pipeline: 4, api: 5, identity: 1 });
  },
);

test("however few are allowed, all processes together stay within what they may open", () => {
  for (let allowed = 40; allowed < 1_000; allowed += 7) {
    const own = ownConnections(allowed, false);
    for (let processes = 1; processes <= mostProcesses(own); processes++)
      expect(opened(own, processes)).toBeLessThanOrEqual(own);
  }
});

test("a server with PostgreSQL's own default has room for two processes, and the need of more is said exactly", () => {
  expect(mostProcesses(ownConnections(97, false))).toBe(2);
  for (const processes of [2, 3, 4, 8]) {
    expect(mostProcesses(ownConnections(connectionsNeeded(processes), false))).toBe(processes);
    expect(mostProcesses(ownConnections(connectionsNeeded(processes) - 1, false))).toBe(processes - 1);
  }
});
