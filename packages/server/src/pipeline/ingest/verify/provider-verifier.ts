/**
 * How does an entry of the catalogue check the requests of a source?
 *
 * A request passes if it satisfies one of the entry's recipes. Challenges that the provider does not sign come first;
 * those that it signs must pass a recipe like any other request. A source without a secret replies to all challenges whose
 * reply needs none, and accepts every other request.
 */
import type { VerifiedEntry } from "@posthorn/contract/catalogue/entry";
import type { Challenge } from "@posthorn/contract/catalogue/recipe";
import { type Answer, type AnswerChallenge, compileChallenge } from "./challenge.ts";
import { type CheckReading, type CompiledRecipe, compileRecipe } from "./compile-recipe.ts";
import type { Evidence } from "./evidence.ts";
import { type Reading, readingOf } from "./reading.ts";
import type { Auth } from "./template.ts";
import type { Failed, LearnedSecret, Verification, VerifyOpen } from "./verification.ts";

const OPEN = { result: "open" } as const;

/** Null: the secret has not the form that the recipes need. */
export function recipesVerifier(
  { recipes, challenges = [] }: Pick<VerifiedEntry, "recipes" | "challenges">,
  auth: Auth,
): ((evidence: Evidence) => Verification) | null {
  const compiled = recipes.flatMap((recipe) => compileRecipe(recipe, auth) ?? []);
  if (compiled.length === 0) return null;
  const check = anyOf(compiled);
  const unsigned = answers(
    challenges.filter(({ is_signed }) => !is_signed),
    auth,
  );
  const signed = answers(
    challenges.filter(({ is_signed }) => is_signed),
    auth,
  );
  return (evidence) => {
    const reading = readingOf(evidence);
    const answer = answerTo(reading, unsigned);
    if (answer) return { result: "challenged", reply: answer.reply };
    const verification = check(reading);
    if (verification.result === "failed") return verification;
    const signedAnswer = answerTo(reading, signed);
    return signedAnswer ? { result: "challenged", reply: signedAnswer.reply } : verification;
  };
}

/** For a source without a secret. `learnedAs` returns null if a secret has not the form that the recipes need. */
export function challengesVerifier(
  challenges: readonly Challenge[],
  learnedAs: (auth: NonNullable<Answer["secret"]>) => LearnedSecret | null,
): VerifyOpen {
  const open = answers(challenges, null);
  return (evidence) => {
    const answer = answerTo(readingOf(evidence), open);
    if (!answer) return OPEN;
    const learned = answer.secret && learnedAs(answer.secret);
    return { result: "challenged", reply: answer.reply, ...(learned && { learned }) };
  };
}

function answers(challenges: readonly Challenge[], auth: Auth | null): AnswerChallenge[] {
  return challenges.flatMap((challenge) => compileChallenge(challenge, auth) ?? []);
}

function answerTo(reading: Reading, challenges: readonly AnswerChallenge[]): Answer | null {
  for (const answerIf of challenges) {
    const answer = answerIf(reading);
    if (answer) return answer;
  }
  return null;
}

/** The further a check came, the more its failure says. */
const SAYS_LITTLE: readonly Failed["failure"]["problem"][] = ["MISSING", "MALFORMED", "DUPLICATED", "STALE"];

function anyOf(recipes: readonly CompiledRecipe[]): CheckReading {
  const [only, ...others] = recipes;
  if (only && others.length === 0) return only.check;
  return (reading) => {
    const failures: (() => FailedCheck)[] = [];
    for (const { check, headers } of recipes) {
      const failure = check(reading);
      if (failure.result === "passed") return failure;
      // Asked only if no recipe holds: a request that passes need not look through its headers once more.
      const isMeant = () => headers.some((header) => reading.raw({ header }).length > 0);
      failures.push(() => ({ failure, isMeant: isMeant() }));
    }
    return mostTelling(failures.map((failed) => failed()));
  };
}

interface FailedCheck {
  failure: Failed;
  /** The request has a header that the recipe reads. */
  isMeant: boolean;
}

/** Of the recipes that the sender seems to mean, the one whose check came furthest; the first of several. */
function mostTelling(failures: readonly FailedCheck[]): Failed {
  return failures.reduce((best, next) => (tells(next) > tells(best) ? next : best)).failure;
}

function tells({ failure, isMeant }: FailedCheck): number {
  const at = SAYS_LITTLE.indexOf(failure.failure.problem);
  return (isMeant ? SAYS_LITTLE.length + 1 : 0) + (at < 0 ? SAYS_LITTLE.length : at);
}
