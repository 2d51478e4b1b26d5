import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const TELEMETRY = "x-hookdeck-cli-telemetry";
const AGENT = "x-hookdeck-client-user-agent";

test.each([
  [
    "the telemetry's name",
    { [TELEMETRY]: '{"device_name":"ada\\n"}', [AGENT]: '{"uname":"Linux b 6"}' },
    "ada",
  ],
  ["the host that uname tells", { [AGENT]: '{"uname":"Linux laptop 6.1.0 #1 SMP"}' }, "laptop"],
  ["all of a short uname", { [AGENT]: '{"uname":"Windows"}' }, "Windows"],
  ["nothing", {}, "unknown device"],
  ["no JSON", { [TELEMETRY]: "{", [AGENT]: "null" }, "unknown device"],
  ["another form", { [TELEMETRY]: '{"device_name":7}', [AGENT]: '["uname"]' }, "unknown device"],
  ["an empty name", { [TELEMETRY]: '{"device_name":" "}' }, "unknown device"],
  ["a null character", { [TELEMETRY]: '{"device_name":"a\\u0000b"}' }, "ab"],
  ["half a character", { [TELEMETRY]: '{"device_name":"a\\ud800"}' }, "a\ufffd"],
])("a device is known by %s", (_name, headers, expected) => {
  expect(deviceName(headers)).toBe(expected);
});

test("a name is no longer than names are", () => {
  expect(deviceName({ [TELEMETRY]: JSON.stringify({ device_name: "x".repeat(1_000) }) })).toBe(
    "x".repeat(155),
  );
});

test("our own client names its machine in a header of its own, in any script", () => {
  const telemetry = JSON.stringify({ device_name: "other" });

  expect(
    deviceName({ "x-posthorn-device": encodeURIComponent("büro 1"), "x-hookdeck-cli-telemetry": telemetry }),
  ).toBe("büro 1");
  expect(deviceName({ "x-posthorn-device": "%", "x-hookdeck-cli-telemetry": telemetry })).toBe("other");
});
