/**
 * How does a TXT record get into DNS, and out again?
 *
 * By a command of the operator's, because every DNS provider has an interface of its own: `present` or `cleanup`, the
 * name, the value. It runs without a shell, so nothing in a name is code, and without the settings of Posthorn, so it
 * never sees the master key. It ends when the record is published or when its time is over.
 */
import { execFile } from "node:child_process";

export interface DnsHook {
  /** Resolves with null, or with why it failed. */
  run: (action: "present" | "cleanup", name: string, value: string) => Promise<string | null>;
}

export interface DnsHookSettings {
  command: string;
  /** What the command sees of the environment. */
  environment: Readonly<Record<string, string>>;
}

/** Below the lease of a step: workers/certificates.ts. */
const WITHIN_MS = 60_000;
const OUTPUT_MAX_BYTES = 64 * 1024;

export function createDnsHook(
  { command, environment }: DnsHookSettings,
  { withinMs = WITHIN_MS } = {},
): DnsHook {
  return {
    run: (action, name, value) =>
      new Promise((resolve) => {
        const settings = {
          env: { ...environment },
          timeout: withinMs,
          killSignal: "SIGKILL",
          maxBuffer: OUTPUT_MAX_BYTES,
          shell: false,
        } as const;
        execFile(command, [action, name, value], settings, (error, _output, complaint) => {
          if (!error) return resolve(null);
          const why = error.killed ? `it took longer than ${withinMs / 1_000} s` : error.message;
          resolve([why, complaint.trim()].filter(Boolean).join(": "));
        });
      }),
  };
}
