/** A backup file gives back what was put in, and notices every change and every missing byte. */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { BackupDamaged, type BackupManifest, readBackup, writeBackup } from "./backup-file.ts";

const TABLES = ["few", "none", "many"].map((name) => ({ name, columns: ["id"], days: null }));
const MANIFEST: BackupManifest = {
  posthorn: "1.0.0",
  master_key: null,
  contents: {
    taken_at: "2026-11-19T12:00:00.000Z",
    postgres: "18.4",
    schema: [{ number: 1, name: "0001-first", checksum: "c" }],
    tables: TABLES,
    sequences: [],
    master_key_check: null,
  },
};
const ROWS: Record<string, Buffer[]> = {
  few: [Buffer.from("a"), Buffer.from("bc")],
  none: [],
  many: [randomBytes(3_000_000), randomBytes(10)],
};

async function written(rows = ROWS): Promise<Buffer> {
  async function* parts() {
    for (const table of TABLES)
      yield { table, chunks: Readable.from(rows[table.name] ?? []), count: async () => 7 };
  }
  return buffer(writeBackup(MANIFEST, parts()).bytes);
}

async function contentOf(file: Buffer): Promise<Record<string, Buffer>> {
  const backup = await readBackup(Readable.from([file]), "The file");
  const content: Record<string, Buffer> = {};
  for await (const { table, chunks } of backup.parts()) content[table.name] = await buffer(chunks);
  return content;
}

test("what was written is read, table by table", async () => {
  const file = await written();

  const backup = await readBackup(Readable.from([file]), "The file");
  const content = await contentOf(file);

  expect(backup.manifest).toEqual(MANIFEST);
  expect(Object.keys(content)).toEqual(TABLES.map(({ name }) => name));
  for (const [name, chunks] of Object.entries(ROWS))
    expect({ name, isSame: content[name]?.equals(Buffer.concat(chunks)) }).toEqual({ name, isSame: true });
});

test("every single byte counts, and so does every one that is missing", async () => {
  const plain = zstdDecompressSync(await written({ few: [Buffer.from("abc")] }));

  for (let at = 0; at < plain.length; at++) {
    const changed = Buffer.from(plain);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(contentOf(zstdCompressSync(changed))).rejects.toThrow(BackupDamaged);
    await expect(contentOf(zstdCompressSync(plain.subarray(0, at)))).rejects.toThrow(BackupDamaged);
  }
  await expect(contentOf(zstdCompressSync(Buffer.concat([plain, Buffer.from("x")])))).rejects.toThrow(
    "something follows its end",
  );
});

test("a file that was cut off is refused, also where the compression does not notice", async () => {
  const file = await written();

  for (const part of [0.001, 0.2, 0.5, 0.9, 0.999])
    await expect(contentOf(file.subarray(0, Math.floor(file.length * part)))).rejects.toThrow(BackupDamaged);
});

test("another file, an empty file, and another format are named as such", async () => {
  await expect(contentOf(Buffer.from("hello"))).rejects.toThrow("The file is not a backup of Posthorn.");
  await expect(contentOf(Buffer.alloc(0))).rejects.toThrow("The file is damaged: it was cut off.");
  await expect(contentOf(zstdCompressSync(Buffer.from("posthorn backup 2\nwhatever")))).rejects.toThrow(
    "The file is a backup of another format.",
  );
});
