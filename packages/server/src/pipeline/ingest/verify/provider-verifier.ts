/**
 * How does an entry of the catalogue check the requests of a source?
 *
 * A request passes if it satisfies one of the entry's recipes. Challenges that the provider does not sign come first;
 * those that it signs must pass a recipe like any other request. A source without a secret replies to all challenges whose
 * reply needs none, and accepts every other request. It still fetches nothing for a challenge whose signature is wrong.
 */
import type { VerifiedEntry } from "@posthorn/contract/catalogue/entry";
import type { Challenge } from "@posthorn/contract/catalogue/recipe";
import {
  type Answer,
  type AnswerChallenge,
  compileChallenge,
  isAsked,
  signedForAnybody,
} from "./challenge.ts";
import { type CheckReading, type CompiledRecipe, compileRecipe } from "./compile-recipe.ts";
import { followedBy } from "./followed-by.ts";
import type { ProviderFetches } from "./provider-fetches.ts";
import { type Reading, readingOf } from "./reading.ts";
import type { Auth } from "./template.ts";
import type { Challenged, Failed, LearnedSecret, Passed, Verify, VerifyOpen } from "./verification.ts";

const OPEN = { result: "open" } as const;

type Scheme = Pick<VerifiedEntry, "recipes" | "challenges">;

/** Null: the secret has not the form that the recipes need. */
export function recipesVerifier(
  { recipes, challenges = [] }: Scheme,
  auth: Auth,
  fetches: ProviderFetches,
): Verify | null {
  const isSignedForAnybody = signedForAnybody(challenges);
  const compiled = recipes.flatMap(
    (recipe) => compileRecipe(recipe, auth, fetches, isSignedForAnybody) ?? [],
  );
  if (compiled.length === 0) return null;
  const check = anyOf(compiled);
  const unsigned = answers(
    challenges.filter(({ is_signed }) => !is_signed),
    auth,
    fetches,
  );
  const signed = answers(
    challenges.filter(({ is_signed }) => is_signed),
    auth,
    fetches,
  );
  return (evidence) => {
    const reading = readingOf(evidence);
    return followedBy(answerTo(reading, unsigned), (answer) => {
      if (answer) return challengedBy(answer);
      return followedBy(check(reading), (verification) => {
        if (verification.result === "failed") return verification;
        return followedBy(answerTo(reading, signed), (signedAnswer) =>
          signedAnswer ? challengedBy(signedAnswer) : verification,
        );
      });
    });
  };
}

function challengedBy(answer: Answer | Failed): Challenged | Failed {
  return "result" in answer ? answer : { result: "challenged", reply: answer.reply };
}

/** For a source without a secret. `learnedAs` returns null if a secret has not the form that the recipes need. */
export function challengesVerifier(
  { recipes = [], challenges }: { recipes?: Scheme["recipes"]; challenges: readonly Challenge[] },
  fetches: ProviderFetches,
  learnedAs: (auth: NonNullable<Answer["secret"]>) => LearnedSecret | null,
): VerifyOpen {
  const confirmed = challenges.filter(({ confirm }) => confirm !== undefined);
  const verifyConfirmed =
    confirmed.length > 0 ? recipesVerifier({ recipes, challenges: confirmed }, {}, fetches) : null;
  const open = answers(
    challenges.filter((challenge) => !confirmed.includes(challenge)),
    null,
    fetches,
  );
  return (evidence) => {
    const reading = readingOf(evidence);
    if (verifyConfirmed && confirmed.some(({ when }) => isAsked(when, reading)))
      return followedBy(verifyConfirmed(evidence), (answer) =>
        // Without a key nobody knows who asks; a sender that is told so asks again.
        answer.result === "challenged" || isUnavailable(answer) ? answer : OPEN,
      );
    return followedBy(answerTo(reading, open), (answer) => {
      if (answer === null) return OPEN;
      const learned = "secret" in answer && answer.secret && learnedAs(answer.secret);
      return { ...challengedBy(answer), ...(learned && { learned }) };
    });
  };
}

function isUnavailable(answer: Passed | Failed): answer is Failed {
  return answer.result === "failed" && answer.failure.problem === "KEY_UNAVAILABLE";
}

function answers(
  challenges: readonly Challenge[],
  auth: Auth | null,
  fetches: ProviderFetches,
): AnswerChallenge[] {
  return challenges.flatMap((challenge) => compileChallenge(challenge, auth, fetches) ?? []);
}

/** That of the first challenge which the request is. */
function answerTo(
  reading: Reading,
  challenges: readonly AnswerChallenge[],
  at = 0,
): ReturnType<AnswerChallenge> {
  const answerIf = challenges[at];
  if (answerIf === undefined) return null;
  return followedBy(answerIf(reading), (answer) => answer ?? answerTo(reading, challenges, at + 1));
}

/** The further a check came, the more its failure says. */
const SAYS_LITTLE: readonly Failed["failure"]["problem"][] = ["MISSING", "MALFORMED", "DUPLICATED", "STALE"];

function anyOf(recipes: readonly CompiledRecipe[]): CheckReading {
  const [only, ...others] = recipes;
  if (only && others.length === 0) return only.check;
  return (reading) => {
    const failures: (() => FailedCheck)[] = [];
    const from = (at: number): ReturnType<CheckReading> => {
      const recipe = recipes[at];
      if (recipe === undefined) return mostTelling(failures.map((failed) => failed()));
      return followedBy(recipe.check(reading), (verification) => {
        if (verification.result === "passed") return verification;
        // Asked only if no recipe holds: a request that passes need not look through its headers once more.
        failures.push(() => ({ failure: verification, isMeant: recipe.isMeant(reading) }));
        return from(at + 1);
      });
    };
    return from(0);
  };
}

interface FailedCheck {
  failure: Failed;
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
