/**
 * Which transformation does a rule mean, and how are rules stored?
 *
 * A rule names its transformation by id, or brings it inline: a name, and code that creates or
 * updates the transformation. Only the id is stored. This runs in the transaction that writes the
 * connection. So an inline transformation is not created when the connection is refused, and no other
 * caller can delete a transformation that a rule is about to use.
 */
import { internalId } from "@posthorn/contract/ids";
import type { Rules, RulesInput } from "@posthorn/contract/rules";
import type { InlineTransformation } from "@posthorn/contract/transformations";
import type { Queryable } from "../../store/database.ts";
import type { Sealer } from "../../store/seal.ts";
import { holdTransformation } from "../../store/transformations.ts";
import { changeTransformation, upsertTransformation } from "../transformations/write-transformation.ts";
import { invalid } from "../validation.ts";

interface Deps {
  tx: Queryable;
  sealer: Pick<Sealer, "open" | "seal">;
  team_id: string;
}

export async function keptRules(deps: Deps, rules: RulesInput): Promise<Rules> {
  const kept: Rules = [];
  for (const [at, rule] of rules.entries()) {
    kept.push(
      rule.type === "transform"
        ? { type: "transform", transformation_id: await transformationOf(deps, rule, `rules[${at}]`) }
        : rule,
    );
  }
  return kept;
}

/** `path` is the position of the rule in the caller's input. */
async function transformationOf(
  { tx, sealer, team_id }: Deps,
  rule: RulesInput[number] & { type: "transform" },
  path: string,
): Promise<string> {
  if (rule.transformation) return inlineTransformation({ tx, sealer, team_id }, rule.transformation, path);
  const id = internalId("transformation", rule.transformation_id ?? "");
  const held = id && (await holdTransformation(tx, team_id, { id }));
  if (!held) throw invalid(`${path}.transformation_id is not the id of a transformation`);
  return held.id;
}

async function inlineTransformation(
  { tx, sealer, team_id }: Deps,
  { name, code, env }: InlineTransformation,
  path: string,
): Promise<string> {
  if (code !== undefined) return (await upsertTransformation(tx, sealer, { team_id, name, code, env })).id;
  const held = await holdTransformation(tx, team_id, { name });
  if (held === null) {
    throw invalid(`${path}.transformation.code is required, there is no transformation named ${name}`);
  }
  if (env !== undefined) await changeTransformation(tx, sealer, held, { env });
  return held.id;
}
