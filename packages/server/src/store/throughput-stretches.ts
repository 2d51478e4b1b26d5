/**
 * Every write to `throughput_stretches`: which throughput a project had bought on which days, and who pays for it.
 *
 * The statement that changes a project (projects.ts) writes it as well, so no caller can forget it.
 */

/**
 * `changed` is SQL that changes a project, and returns one row for each organization whose charges change by it: the
 * columns organization_id, id, name, and what the project has bought from now on, bought_throughput. The last change of a
 * day decides for the day. The day is read after the change has its lock, so that days are in the order of the changes.
 */
export function withThroughputStretches(changed: string, { before = "" } = {}): string {
  return `with ${before}changed as (
      ${changed})
    insert into throughput_stretches (organization_id, project_id, first_day, project_name, events_per_second)
    select organization_id, id, (clock_timestamp() at time zone 'UTC')::date, name, bought_throughput from changed
    on conflict (organization_id, project_id, first_day) do update
    set project_name = excluded.project_name, events_per_second = excluded.events_per_second`;
}
