/** What the operator types becomes a command, or a sentence that says what is wrong with it. */
import { expect, test } from "vitest";
import { WrongUsage, parseCommand } from "./arguments.ts";

test.each([
  ["backup /backups", { name: "backup", file: "/backups", withMasterKey: false }],
  ["backup --with-master-key -", { name: "backup", file: "-", withMasterKey: true }],
  ["restore a.backup", { name: "restore", file: "a.backup", mode: "restore" }],
  ["restore --check a.backup", { name: "restore", file: "a.backup", mode: "check" }],
  ["restore a.backup --print-master-key", { name: "restore", file: "a.backup", mode: "print_master_key" }],
  ["doctor", { name: "doctor", isJson: false }],
  ["doctor --json", { name: "doctor", isJson: true }],
])("posthorn %s", (typed, command) => {
  expect(parseCommand(typed.split(" ").filter(Boolean))).toEqual(command);
});

test.each([
  ["remove", 'There is no command "remove".'],
  ["", 'There is no command "".'],
  ["backup", "posthorn backup needs one FILE"],
  ["backup a b", "posthorn backup needs one FILE"],
  ["restore", "posthorn restore needs one FILE"],
  ["doctor a", "needs no file"],
  ["restore --force a", "Unknown option '--force'"],
  ["restore --check --print-master-key a", "do not go together"],
])("posthorn %s is refused", (typed, message) => {
  expect(() => parseCommand(typed.split(" "))).toThrow(WrongUsage);
  expect(() => parseCommand(typed.split(" "))).toThrow(message);
});
