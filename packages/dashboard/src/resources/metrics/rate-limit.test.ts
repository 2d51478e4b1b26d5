import { expect, test } from "vitest";
import { allowedPerMinute } from "./rate-limit.ts";

const limited = (
  rate_limit: number | null,
  rate_limit_period: "second" | "minute" | "hour" | "concurrent",
) => ({
  config: {
    rate_limit,
    rate_limit_period,
    http_method: null,
    path_forwarding_disabled: false,
    auth_type: "HOOKDECK_SIGNATURE" as const,
    auth: {},
  },
});

test("limits add up per minute, and one destination without a limit has none", () => {
  expect(allowedPerMinute([limited(5, "second"), limited(30, "minute"), limited(600, "hour")])).toBe(340);
  expect(allowedPerMinute([limited(5, "second"), limited(null, "second")])).toBeNull();
  expect(allowedPerMinute([limited(5, "concurrent")])).toBeNull();
  expect(allowedPerMinute([])).toBeNull();
});
