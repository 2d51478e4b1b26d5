/**
 * Which code do rules run that are not saved?
 *
 * Reads what `connections/write-rules.ts` would store, and writes nothing: a transformation by its id or its name, with
 * the code and the variables of the rule in place of the stored ones. Saved rules run what the database has now.
 */
import { internalId } from "@posthorn/contract/ids";
import type { Rule, Rules, RulesInput } from "@posthorn/contract/rules";
import { type CompiledRules, type Transformation, compileRules } from "../../pipeline/route/rules.ts";
import type { Queryable } from "../../store/database.ts";
import type { Sealer } from "../../store/seal.ts";
import type { TransformationRow } from "../../store/transformations.ts";
import { openEnv } from "../transformations/env.ts";
import { transformationReads } from "../transformations/transformations.sql.ts";
import { invalid } from "../validation.ts";

interface Deps {
  db: Queryable;
  sealer: Pick<Sealer, "open">;
  team_id: string;
  /** What the code learns about its connection, as JSON. */
  contextJson: string;
}

/** The id of a transformation that is not stored yet, within this trial. */
const NEW = "new";

type TransformInput = RulesInput[number] & { type: "transform" };

export async function editedRules(deps: Deps, rules: RulesInput): Promise<CompiledRules> {
  let transformation: Transformation | null = null;
  const resolved: Rule[] = [];
  for (const [at, rule] of rules.entries()) {
    if (rule.type === "transform") {
      transformation = await editedTransformation(deps, rule, `rules[${at}]`);
      resolved.push({ type: "transform", transformation_id: transformation.id });
    } else resolved.push(rule);
  }
  return compileRules(resolved, transformation);
}

export async function savedRules(deps: Deps, rules: Rules): Promise<CompiledRules> {
  const id = rules.find((rule) => rule.type === "transform")?.transformation_id;
  const row = id === undefined ? null : await find(deps, id);
  return compileRules(rules, row && asStored(deps, row));
}

/** Null when its variables cannot be opened, as in the pipeline. */
function asStored({ sealer, contextJson }: Deps, row: TransformationRow): Transformation | null {
  try {
    return { id: row.id, code: row.code, envJson: JSON.stringify(openEnv(row, sealer) ?? {}), contextJson };
  } catch {
    return null;
  }
}

async function find({ db, team_id }: Deps, id: string): Promise<TransformationRow | null> {
  const row = await transformationReads.find(db, team_id, id);
  return row?.deleted_at === null ? row : null;
}

/** `path` is the position of the rule in the caller's input. */
async function editedTransformation(deps: Deps, rule: TransformInput, path: string): Promise<Transformation> {
  const { db, sealer, team_id, contextJson } = deps;
  const { transformation_id, transformation: inline } = rule;
  const id = inline
    ? await transformationReads.findIdByName(db, team_id, inline.name)
    : internalId("transformation", transformation_id ?? "");
  const row = id && (await find(deps, id));
  if (!inline && !row) throw invalid(`${path}.transformation_id is not the id of a transformation`);
  const code = inline?.code ?? (row ? row.code : undefined);
  if (code === undefined)
    throw invalid(
      `${path}.transformation.code is required, there is no transformation named ${inline?.name}`,
    );
  const env = inline?.env === undefined ? row && openEnv(row, sealer) : inline.env;
  return { id: row ? row.id : NEW, code, envJson: JSON.stringify(env ?? {}), contextJson };
}
