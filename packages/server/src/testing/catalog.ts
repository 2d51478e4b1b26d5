/**
 * What is in a database besides its rows, as sorted lines of text?
 *
 * Two databases with equal lines have the same schema: tables with their columns in order, defaults, constraints and
 * indexes with their names, triggers, functions with their bodies, views, rules, partition keys, sequences, types, options,
 * storage, statistics targets, privileges and comments. A test of migrations compares with it; a difference is a line that
 * only one of them has. Object ids, and which attribute numbers dropped columns have left, are not in it.
 */
import type { Database } from "../store/database.ts";

const PUBLIC = "'public'::regnamespace";
const RELATIONS = `(select * from pg_class where relnamespace = ${PUBLIC} and relname <> 'schema_migrations'
  and not exists (select from pg_index join pg_class as indexed on indexed.oid = indrelid
    where indexrelid = pg_class.oid and indexed.relname = 'schema_migrations')) as relation`;

/** Each gives one column of text: the object, and all that distinguishes it. */
const PARTS = [
  `select jsonb_build_array('relation', relkind, relname, relpersistence, relispartition, relreplident, relrowsecurity,
     relforcerowsecurity, relhasrules, relowner::regrole, reltablespace, relacl, reloptions,
     (select reloptions from pg_class as toast where toast.oid = relation.reltoastrelid),
     (select amname from pg_am where pg_am.oid = relam),
     case when relkind = 'p' then pg_get_partkeydef(relation.oid) end, pg_get_expr(relpartbound, relation.oid),
     case when relkind = 'v' then pg_get_viewdef(relation.oid) end, obj_description(relation.oid, 'pg_class')) from ${RELATIONS}`,
  `select jsonb_build_array('column', relname, row_number() over (partition by relation.oid order by attnum), attname,
     format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity,
     attgenerated, attstorage, attcompression, attcollation::regcollation, coalesce(attstattarget, -1), attislocal,
     attinhcount, attoptions, attacl, col_description(relation.oid, attnum))
   from ${RELATIONS} join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
   left join pg_attrdef on adrelid = attrelid and adnum = attnum`,
  `select jsonb_build_array('constraint', relname, contype, conname, pg_get_constraintdef(pg_constraint.oid), convalidated,
     condeferrable, condeferred, connoinherit, conislocal, obj_description(pg_constraint.oid, 'pg_constraint'))
   from ${RELATIONS} join pg_constraint on conrelid = relation.oid`,
  `select jsonb_build_array('index', pg_get_indexdef(indexrelid), indisvalid, indisready, indisclustered, indisreplident,
     indnullsnotdistinct) from ${RELATIONS} join pg_index on indrelid = relation.oid`,
  `select jsonb_build_array('trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled, obj_description(pg_trigger.oid, 'pg_trigger'))
   from ${RELATIONS} join pg_trigger on tgrelid = relation.oid and not tgisinternal`,
  `select jsonb_build_array('rule', pg_get_ruledef(pg_rewrite.oid), ev_enabled)
   from ${RELATIONS} join pg_rewrite on ev_class = relation.oid and rulename <> '_RETURN'`,
  `select jsonb_build_array('policy', relname, to_jsonb(pg_policy) - 'oid' - 'polrelid')
   from ${RELATIONS} join pg_policy on polrelid = relation.oid`,
  `select jsonb_build_array('sequence', relname, format_type(seqtypid, null), seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
   from ${RELATIONS} join pg_sequence on seqrelid = relation.oid`,
  `select jsonb_build_array('function', pg_get_functiondef(oid), proowner::regrole, proacl, obj_description(oid, 'pg_proc'))
   from pg_proc where pronamespace = ${PUBLIC} and prokind in ('f', 'p')`,
  `select jsonb_build_array('aggregate', oid::regprocedure) from pg_proc where pronamespace = ${PUBLIC} and prokind not in ('f', 'p')`,
  `select jsonb_build_array('type', typname, typtype, format_type(typbasetype, typtypmod), typdefault, typacl,
     (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
   from pg_type where typnamespace = ${PUBLIC} and typtype not in ('c', 'b')`,
  `select jsonb_build_array('operator', oid::regoperator) from pg_operator where oprnamespace = ${PUBLIC}`,
  `select jsonb_build_array('statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxnamespace = ${PUBLIC}`,
  `select jsonb_build_array('schema', nspname, nspowner::regrole, nspacl) from pg_namespace where nspname !~ '^pg_(toast_)?temp'`,
  `select jsonb_build_array('extension', extname, extversion) from pg_extension`,
  `select jsonb_build_array('event trigger', evtname) from pg_event_trigger`,
  `select jsonb_build_array('default privileges', to_jsonb(pg_default_acl) - 'oid') from pg_default_acl`,
  `select jsonb_build_array('publication', pubname) from pg_publication`,
];

export async function catalogOf(db: Pick<Database, "query">): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    PARTS.map((part) => `select line::text from (${part}) as part (line)`).join(" union all "),
  );
  return rows.map(({ line }) => line).toSorted();
}
