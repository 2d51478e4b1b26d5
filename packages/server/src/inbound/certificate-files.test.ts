import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { certificate } from "../testing/peers.ts";
import { readCertificateFiles } from "./certificate-files.ts";

const directory = mkdtempSync(join(tmpdir(), "posthorn-tls-"));
afterAll(() => rmSync(directory, { recursive: true }));
const files = { cert: join(directory, "cert.pem"), key: join(directory, "key.pem") };

test("new files are used once both fit together, and the old ones until then", async () => {
  const [old, next] = [
    await certificate({ name: "posthorn.test" }),
    await certificate({ name: "posthorn.test" }),
  ];
  const events: string[] = [];
  const log = createLog((line) => events.push(JSON.parse(line).event));
  writeFileSync(files.cert, old.cert);
  writeFileSync(files.key, old.key);
  const read = await readCertificateFiles(files, { log, everyMs: 1 });
  try {
    writeFileSync(files.cert, next.cert);
    await expect.poll(() => events).toEqual(["tls.files_unusable"]);
    expect(read.now()).toEqual({ cert: old.cert, key: old.key });

    writeFileSync(files.key, next.key);
    await expect.poll(() => events).toEqual(["tls.files_unusable", "tls.files_replaced"]);
    expect(read.now()).toEqual({ cert: next.cert, key: next.key });
  } finally {
    read.stop();
  }
});

test("files that cannot be used at the start are refused", async () => {
  const [one, other] = [await certificate({}), await certificate({})];
  writeFileSync(files.cert, one.cert);
  writeFileSync(files.key, other.key);

  const log = createLog(() => undefined);
  await expect(readCertificateFiles(files, { log })).rejects.toThrow(/is not that of the certificate/);
  await expect(readCertificateFiles({ ...files, key: "/nonexistent" }, { log })).rejects.toThrow(/ENOENT/);
});
