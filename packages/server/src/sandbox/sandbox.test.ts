import { expect, test } from "vitest";
import { SandboxUnavailableError, createSandbox } from "./sandbox.ts";

test("a job that cannot run is told so", async () => {
  const job = { fairnessKey: "a", code: "", env: {}, requestJson: "{}", contextJson: "{}" };

  await expect(createSandbox().run(job)).rejects.toThrow(SandboxUnavailableError);
});
