/**
 * Is this the first request with its key?
 *
 * Questions that arrive together go to the database together. If a batch has several with one key, only the
 * first is asked; the others are its duplicates, whatever the answer is.
 */
import type { Log } from "../../log.ts";
import { type KeyClaim, claimKeys } from "../../store/duplicate-keys.ts";
import type { Lane } from "../../store/lane.ts";
import { createGroupCommit } from "../group-commit.ts";

interface Question extends KeyClaim {
  isFirst: boolean;
  answer: (isFirst: boolean) => void;
}

export interface Duplicates {
  isFirst: (claim: KeyClaim) => Promise<boolean>;
}

export function createDuplicates({ lanes, log }: { lanes: readonly Lane[]; log: Log }): Duplicates {
  const commits = createGroupCommit<Question>({
    lanes,
    maxRows: 512,
    maxBytes: Number.POSITIVE_INFINITY,
    bytesOf: () => 0,
    async write(lane, questions) {
      const asked = firstOfEachKey(questions);
      const first = await claimKeys(lane, asked);
      asked.forEach((question, number) => (question.isFirst = first.has(number)));
    },
    committed: (questions) => questions.forEach((question) => question.answer(question.isFirst)),
    failed(questions, error) {
      // If we cannot decide, we deliver: a receiver can detect a repeat by its event id, but not a loss.
      log.error("deduplicate.refused", { error, requests: questions.length });
      for (const question of questions) question.answer(true);
    },
    retry: true,
  });
  return {
    isFirst: (claim) => new Promise((answer) => commits.add({ ...claim, isFirst: false, answer })),
  };
}

function firstOfEachKey<Claim extends KeyClaim>(claims: readonly Claim[]): Claim[] {
  const seen = new Set<string>();
  return claims.filter(({ connection, key }) => {
    const text = Buffer.concat([connection, key]).toString("latin1");
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
