/**
 * What does a backup say about the database it was made from?
 *
 * Its manifest, without the rows. A restore compares it with the schema that it makes itself, so no name in it reaches
 * SQL unless our own migrations have made that table or column.
 */
import * as z from "zod";

const migration = z.object({ number: z.number().int(), name: z.string(), checksum: z.string() });

const table = z.object({
  name: z.string(),
  /** In the order of the rows' values. Generated columns are left out: the database computes them again. */
  columns: z.array(z.string()).min(1),
  /** The days of a partitioned table, as in the names of its partitions: `2026_11_19`. Null: it is not partitioned. */
  days: z.array(z.string().regex(/^\d{4}_\d{2}_\d{2}$/)).nullable(),
});

const sequence = z.object({
  table: z.string(),
  column: z.string(),
  last_value: z.string().regex(/^\d+$/),
  is_called: z.boolean(),
});

export const backupContents = z.object({
  /** When the snapshot was taken, by the database's clock. */
  taken_at: z.string(),
  postgres: z.string(),
  schema: z.array(migration).min(1),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** The sealed text that proves the master key, as base64. Null: the database was never used. */
  master_key_check: z.string().nullable(),
});
export type BackupContents = z.infer<typeof backupContents>;
export type BackupTable = z.infer<typeof table>;
