/**
 * What can be counted, split and filtered about each kind of fact?
 *
 * A cube has the measures and dimensions of one metrics endpoint, as SQL over the columns of `fact`. The columns are the
 * same whether the facts come from counters or are rows, one by one; a row counts 1. No column is ever null: an empty
 * text, 0 or -1 mean "none", as in the counters. `metrics-view.ts` shows all of them as an empty text. Folds are data and
 * not aggregates of SQL, because both the database and this process fold facts (read-cube.sql.ts).
 */

/** What the facts of a group are folded into. */
export interface Fold {
  kind: "sum" | "max";
  /** A column with a number. */
  of: string;
  /** SQL over the keys of a fact: only facts for which it is true. */
  where?: string;
}

/**
 * With a whole, the measure is their ratio, or null if there is nothing to divide by. With `among`, it is null if that is
 * 0: there was nothing to compare.
 */
export interface Measure {
  part: Fold;
  whole?: Fold;
  among?: Fold;
}

export interface Cube {
  dimensions: Readonly<Record<string, string>>;
  measures: Readonly<Record<string, Measure>>;
}

function sum(of: string): Fold {
  return { kind: "sum", of };
}

/** How many facts a group has. */
export const COUNT = sum("count");

function sumOf(of: string): Measure {
  return { part: sum(of) };
}

function maxOf(of: string, among?: Fold): Measure {
  return { part: { kind: "max", of }, ...(among && { among }) };
}

function ratio(part: Fold, whole: Fold): Measure {
  return { part, whole };
}

function countOf(condition: string): Fold {
  return { ...COUNT, where: condition };
}

function countWhere(condition: string): Measure {
  return { part: countOf(condition) };
}

const SUCCESSFUL = countWhere("status = 'SUCCESSFUL'");
const FAILED = countWhere("status = 'FAILED'");
/** Of those that have ended: what still waits is neither a success nor an error. */
const ERROR_RATE = ratio(FAILED.part, countOf("status in ('SUCCESSFUL', 'FAILED')"));

/** Nothing is wrong with a request that found no connection, so it counts as accepted, as in the list of requests. */
export const IS_ACCEPTED = "rejection_cause in ('', 'NO_CONNECTION')";

export const REQUEST_CUBE: Cube = {
  dimensions: {
    source_id: "source_id",
    rejection_cause: "rejection_cause",
    status: `case when ${IS_ACCEPTED} then 'ACCEPTED' else 'REJECTED' end`,
    bulk_retry_ids: "bulk_retry_id",
    events_count: "events_count",
    ignored_count: "ignored",
  },
  measures: {
    count: { part: COUNT },
    accepted_count: countWhere(IS_ACCEPTED),
    rejected_count: countWhere(`not ${IS_ACCEPTED}`),
    discarded_count: sumOf("discarded"),
    avg_events_per_request: ratio(sum("events"), COUNT),
    avg_ignored_per_request: ratio(sum("ignored"), COUNT),
  },
};

/** Why an event failed: counters have both keys. An event that has not failed has no failure, whatever its last attempt. */
const EVENT_FAILURE = `case when status <> 'FAILED' then '' when error_code <> '' then error_code
  when response_status <> 0 then response_status::text else '' end`;

/**
 * Counters of attempts have one key for both: `failure`'s column is `error_code`, and a failed attempt without a code has
 * its response status there (0006-counters.sql). No error code begins with a digit.
 */
export const ATTEMPT_ERROR_CODE = "case when error_code ~ '^[0-9]' then '' else error_code end";
const ATTEMPT_FAILURE = "case when status = 'FAILED' then error_code else '' end";

export const EVENT_CUBE: Cube = {
  dimensions: {
    status: "status",
    source_id: "source_id",
    webhook_id: "webhook_id",
    destination_id: "destination_id",
    delivery_group: "delivery_group",
    error_code: "error_code",
    event_data_id: "event_data_id",
    cli_id: "cli_id",
    cli_user_id: "cli_user_id",
    attempts: "attempts",
    response_status: "response_status",
    failure: EVENT_FAILURE,
  },
  measures: {
    count: { part: COUNT },
    successful_count: SUCCESSFUL,
    failed_count: FAILED,
    scheduled_count: countWhere("status = 'SCHEDULED'"),
    paused_count: countWhere("status = 'HOLD'"),
    error_rate: ERROR_RATE,
    avg_attempts: ratio(sum("attempts"), COUNT),
    scheduled_retry_count: sumOf("scheduled_retries"),
  },
};

/** Percentiles are not here: they come from the latency buckets, which are counted apart. */
export const ATTEMPT_CUBE: Cube = {
  dimensions: {
    destination_id: "destination_id",
    delivery_group: "delivery_group",
    event_id: "event_id",
    status: "status",
    error_code: ATTEMPT_ERROR_CODE,
    bulk_retry_id: "bulk_retry_id",
    trigger: "trigger",
    source_id: "source_id",
    webhook_id: "webhook_id",
    failure: ATTEMPT_FAILURE,
  },
  measures: {
    count: { part: COUNT },
    successful_count: SUCCESSFUL,
    failed_count: FAILED,
    delivered_count: sumOf("delivered"),
    error_rate: ERROR_RATE,
    response_latency_avg: ratio(sum("response_ms"), sum("answered")),
    response_latency_max: maxOf("response_ms_max", sum("answered")),
    delivery_latency_avg: ratio(sum("delivery_ms"), sum("delivered")),
  },
};

/** `fatal` means that the run returned no request. */
export const EXECUTION_CUBE: Cube = {
  dimensions: {
    transformation_id: "transformation_id",
    webhook_id: "webhook_id",
    log_level: "log_level",
    issue_id: `coalesce((
      select issues.id::text from issues
      where issues.type = 'transformation' and issues.subject_id = transformation_id and issues.key = log_level), '')`,
  },
  measures: {
    count: { part: COUNT },
    successful_count: countWhere("log_level <> 'fatal'"),
    failed_count: countWhere("log_level = 'fatal'"),
    error_rate: ratio(countOf("log_level = 'fatal'"), COUNT),
    error_count: countWhere("log_level = 'error'"),
    warn_count: countWhere("log_level = 'warn'"),
    info_count: countWhere("log_level = 'info'"),
    debug_count: countWhere("log_level = 'debug'"),
  },
};

/** Each event once for each issue that it belongs to. */
export const EVENT_BY_ISSUE_CUBE: Cube = {
  dimensions: {
    issue_id: "issue_id",
    source_id: "source_id",
    destination_id: "destination_id",
    webhook_id: "webhook_id",
  },
  measures: { count: { part: COUNT } },
};

export const IGNORED_CUBE: Cube = {
  dimensions: { cause: "cause" },
  measures: { count: { part: COUNT } },
};

/** Of samples: each has the most events that waited in its minute, hour or day, and the highest age. */
export const QUEUE_CUBE: Cube = {
  dimensions: { destination_id: "destination_id" },
  measures: { max_depth: maxOf("max_depth"), max_age: maxOf("max_age_ms") },
};

/** `count` is the depth of one queue in one bucket. */
export const PENDING_CUBE: Cube = {
  dimensions: { destination_id: "destination_id" },
  measures: { count: { part: COUNT } },
};
