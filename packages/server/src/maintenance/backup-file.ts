/**
 * What is in a backup file, and is all of it there?
 *
 * One stream, compressed with Zstandard: a line that names the format, then frames. A frame is a letter, the length of its
 * content, and the content:
 *
 *     M  the manifest, after its checksum
 *     D  rows of a table, as PostgreSQL's binary COPY writes them
 *     P  the end of a table: how many rows and bytes, and their checksum. Tables follow each other as in the manifest.
 *     E  the end: the checksum of everything before it
 *
 * It is written and read in pieces, so its size does not matter. The reader believes nothing that it has not compared: a
 * file that was cut off or altered fails before its end is reached.
 */
import { type Hash, createHash } from "node:crypto";
import { pipeline } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import * as z from "zod";
import { StartRefused } from "../start-refused.ts";
import { type BackupTable, backupContents } from "../store/backup/contents.ts";

/** The first line. Another format of the frames gets another number. */
const FORMAT = "posthorn backup 1\n";
const ANY_FORMAT = /^posthorn backup \d+\n/;
const CHECKSUM_BYTES = 32;
const HEAD_BYTES = 5;
const ROWS_BYTES = 1024 * 1024;
/** A manifest has some kilobytes. A length beyond this is damage, not content. */
const FRAME_MAX_BYTES = 64 * 1024 * 1024;

const backupManifest = z.object({
  /** The version of Posthorn that made it. */
  posthorn: z.string(),
  contents: backupContents,
  /** Only if the operator wanted it in the file. */
  master_key: z.string().nullable(),
});
export type BackupManifest = z.infer<typeof backupManifest>;

const partEnd = z.object({
  table: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
});

export interface BackupPart {
  table: BackupTable;
  chunks: AsyncIterable<Buffer>;
}

export interface WrittenPart extends BackupPart {
  /** Known after the last chunk. */
  count: () => Promise<number>;
}

export interface Totals {
  tables: number;
  rows: number;
  bytes: number;
}

export class BackupDamaged extends StartRefused {
  override name = "BackupDamaged";
}

/** The bytes of a backup file, before compression. `totals` grows on the way. */
async function* writeFrames(
  manifest: BackupManifest,
  parts: AsyncIterable<WrittenPart>,
  totals: Totals,
): AsyncGenerator<Buffer> {
  const whole = createHash("sha256");
  function* frame(letter: string, content: Buffer): Generator<Buffer> {
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(letter, "latin1");
    head.writeUInt32BE(content.length, 1);
    for (const bytes of [head, content]) {
      whole.update(bytes);
      yield bytes;
    }
  }
  const format = Buffer.from(FORMAT);
  whole.update(format);
  yield format;
  const text = Buffer.from(JSON.stringify(manifest));
  yield* frame("M", Buffer.concat([sha256(text), text]));
  for await (const { table, chunks, count } of parts) {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += ROWS_BYTES) {
        const piece = chunk.subarray(at, at + ROWS_BYTES);
        hash.update(piece);
        bytes += piece.length;
        yield* frame("D", piece);
      }
    }
    const rows = await count();
    totals.tables++;
    totals.rows += rows;
    totals.bytes += bytes;
    yield* frame(
      "P",
      Buffer.from(JSON.stringify({ table: table.name, rows, bytes, sha256: hash.digest("hex") })),
    );
  }
  yield* frame("E", whole.copy().digest());
}

export interface BackupWriter {
  bytes: NodeJS.ReadableStream;
  totals: Totals;
}

export function writeBackup(manifest: BackupManifest, parts: AsyncIterable<WrittenPart>): BackupWriter {
  const totals: Totals = { tables: 0, rows: 0, bytes: 0 };
  const compressed = createZstdCompress();
  pipeline(writeFrames(manifest, parts, totals), compressed, () => undefined); // the reader of `bytes` gets the error
  return { bytes: compressed, totals };
}

export interface BackupReader {
  manifest: BackupManifest;
  /** Every table, to be read in order and to its end. Fails where the file is damaged. Can be read once. */
  parts: () => AsyncGenerator<BackupPart>;
  totals: Totals;
  close: () => void;
}

/** `name` is for messages. */
export async function readBackup(source: NodeJS.ReadableStream, name: string): Promise<BackupReader> {
  const decompressed = createZstdDecompress();
  pipeline(source, decompressed, () => undefined); // the reader gets the error
  const whole = createHash("sha256");
  const bytes = createBytes(decompressed, name);
  try {
    await readFormat(bytes, whole, name);
    const first = await readFrame(bytes, whole, name);
    const manifest = first.letter === "M" ? manifestOf(first.content) : null;
    if (manifest === null) throw damaged(name, "its manifest is not readable");
    const totals: Totals = { tables: 0, rows: 0, bytes: 0 };
    return {
      manifest,
      parts: () => readParts({ bytes, whole, name, totals }, manifest.contents.tables),
      totals,
      close: () => decompressed.destroy(),
    };
  } catch (error) {
    decompressed.destroy();
    throw error;
  }
}

interface Reading {
  bytes: Bytes;
  whole: Hash;
  name: string;
  totals: Totals;
}

async function* readParts(reading: Reading, tables: readonly BackupTable[]): AsyncGenerator<BackupPart> {
  const { bytes, whole, name, totals } = reading;
  for (const table of tables) {
    const end: { wasReached: boolean } = { wasReached: false };
    yield { table, chunks: readRows(reading, table, end) };
    if (!end.wasReached) throw new Error(`The rows of ${table.name} were not read to their end`);
    totals.tables++;
  }
  const expected = whole.copy().digest();
  const last = await readFrame(bytes, whole, name);
  if (last.letter !== "E" || !last.content.equals(expected)) throw damaged(name, "its checksum does not fit");
  if ((await bytes.take(1)) !== null) throw damaged(name, "something follows its end");
}

async function* readRows(
  { bytes, whole, name, totals }: Reading,
  table: BackupTable,
  end: { wasReached: boolean },
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let size = 0;
  for (;;) {
    const { letter, content } = await readFrame(bytes, whole, name);
    if (letter === "D") {
      hash.update(content);
      size += content.length;
      yield content;
      continue;
    }
    const told = letter === "P" ? parsed(partEnd, content) : null;
    if (told?.table !== table.name || told.bytes !== size || told.sha256 !== hash.digest("hex"))
      throw damaged(name, `the rows of ${table.name} do not fit their checksum`);
    totals.rows += told.rows;
    totals.bytes += size;
    end.wasReached = true;
    return;
  }
}

async function readFormat(bytes: Bytes, whole: Hash, name: string): Promise<void> {
  const first = await bytes.take(FORMAT.length);
  const text = first?.toString("latin1") ?? "";
  if (text === FORMAT) return void whole.update(FORMAT);
  throw new BackupDamaged(
    ANY_FORMAT.test(text)
      ? `${name} is a backup of another format. Restore it with the version of Posthorn that made it, or a newer one.`
      : `${name} is not a backup of Posthorn.`,
  );
}

async function readFrame(
  bytes: Bytes,
  whole: Hash,
  name: string,
): Promise<{ letter: string; content: Buffer }> {
  const head = await bytes.take(HEAD_BYTES);
  const length = head?.readUInt32BE(1) ?? 0;
  if (length > FRAME_MAX_BYTES) throw damaged(name, "a length in it makes no sense");
  const content = head && (length === 0 ? Buffer.alloc(0) : await bytes.take(length));
  if (!head || !content) throw damaged(name, "it was cut off");
  whole.update(head).update(content);
  return { letter: head.toString("latin1", 0, 1), content };
}

function manifestOf(content: Buffer): BackupManifest | null {
  const text = content.subarray(CHECKSUM_BYTES);
  return sha256(text).equals(content.subarray(0, CHECKSUM_BYTES)) ? parsed(backupManifest, text) : null;
}

function parsed<Shape>(schema: z.ZodType<Shape>, content: Buffer): Shape | null {
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch {
    return null; // damaged: the caller says where
  }
}

interface Bytes {
  /** Exactly that many bytes; null if the file ends before. */
  take: (count: number) => Promise<Buffer | null>;
}

function createBytes(stream: AsyncIterable<Buffer>, name: string): Bytes {
  const chunks = stream[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let size = 0;
  async function next(): Promise<boolean> {
    try {
      const { value, done } = await chunks.next();
      if (done === true) return false;
      waiting.push(value);
      size += value.length;
      return true;
    } catch (error) {
      throw asDamage(error, name);
    }
  }
  return {
    async take(count) {
      while (size < count) if (!(await next())) return null;
      const [first] = waiting;
      const all = first && waiting.length === 1 ? first : Buffer.concat(waiting);
      waiting = all.length > count ? [all.subarray(count)] : [];
      size = all.length - count;
      return all.subarray(0, count);
    },
  };
}

/** The decompression notices most damage itself. Troubles of the disk and of the caller stay what they are. */
function asDamage(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ZSTD_error_prefix_unknown") return new BackupDamaged(`${name} is not a backup of Posthorn.`);
  if (code === "Z_BUF_ERROR" || code === "ERR_STREAM_PREMATURE_CLOSE") return damaged(name, "it was cut off");
  return code.startsWith("ZSTD_") || code.startsWith("Z_")
    ? damaged(name, "it cannot be decompressed")
    : error;
}

function damaged(name: string, why: string): BackupDamaged {
  return new BackupDamaged(
    `${name} is damaged: ${why}. Nothing was restored from it. Copy the file again from where it is kept, or take another backup.`,
  );
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
