/** How does a test put plans in force? As the operator does: with a file, and by putting organizations on plans. */
import { applyPlans } from "../plans/apply-plans.ts";
import { readPlansFile } from "../plans/plans-file.ts";
import type { Database } from "../store/database.ts";

/** `text` is the file. */
export async function givenPlans(db: Database, text: string): Promise<void> {
  const file = readPlansFile(text);
  const mistakes = "mistakes" in file ? file.mistakes : await applyPlans(db, file);
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
}
