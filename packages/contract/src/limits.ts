/** How much is too much? Every number that the contract or the spec fixes, with its unit in the name. */

export const NAME_MAX_CHARACTERS = 155;
export const DESCRIPTION_MAX_CHARACTERS = 500;
/** Of a project and of an organization. */
export const TITLE_MAX_CHARACTERS = 40;
/** What a person says about a use case that is none of ours. */
export const USE_CASE_OTHER_MAX_CHARACTERS = 250;
export const EMAIL_MAX_CHARACTERS = 254;
/** How many people one call invites, or adds to a project. */
export const INVITATIONS_PER_CALL = 50;
export const PROJECT_MEMBERS_PER_CALL = 50;
export const INVITATION_LIFETIME_DAYS = 7;
export const HEADERS_PREFIX_MAX_CHARACTERS = 60;
export const CUSTOM_RESPONSE_MAX_CHARACTERS = 1000;

/** Every member of a body costs a look at each path that has led there. */
export const REDACTION_MAX_PATHS = 50;
export const REDACTION_PATH_MAX_CHARACTERS = 256;
export const REDACTION_PATH_MAX_STEPS = 32;

export const REQUEST_BODY_MAX_BYTES = 10 * 1024 * 1024;
/** A larger payload is flagged `is_large_payload`, and searches skip it. */
export const LARGE_PAYLOAD_BYTES = 2_500_000;
export const JSON_MAX_DEPTH = 512;
export const REQUEST_HEAD_MAX_BYTES = 16 * 1024;

export const RESPONSE_BODY_KEPT_BYTES = 131_072;
/** The deadline of an attempt if its destination sets no `delivery_timeout`. */
export const ATTEMPT_DEADLINE_MS = 60_000;
export const DELIVERY_TIMEOUT_MAX_SECONDS = 900;
/** Applies to the path that names a delivery's group (`key`) and to the value found there. */
export const DELIVERY_GROUP_MAX_CHARACTERS = 256;
export const DELIVERY_GROUP_MAX_RATE = 100_000;
/** How many groups of one destination can have a rate of their own. */
export const DELIVERY_GROUP_MAX_OVERRIDES = 1_000;
/** A request that passed through our own deliveries more often than this is in a loop. */
export const LOOP_MAX_HOPS = 8;
/** A loop that branches ends earlier: the last request that one request can cause has this number. */
export const LOOP_MAX_REQUESTS = 600;

export const API_BODY_MAX_BYTES = 1024 * 1024;
/** For bodies that carry code as JSON text, or a whole request to try it on. */
export const API_CODE_BODY_MAX_BYTES = 16 * 1024 * 1024;
export const TRANSFORMATION_CODE_MAX_BYTES = 5 * 1024 * 1024;
export const TRANSFORMATION_ENV_MAX_VARIABLES = 100;
export const TRANSFORMATION_ENV_NAME_MAX_CHARACTERS = 155;
/** Room for a private key in text form, with its whole chain. */
export const TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS = 16_384;
/** The highest limit that an admin can give to one API key; beyond it, a limit makes no difference. */
export const API_RATE_LIMIT_MAX_PER_MINUTE = 1_000_000;
export const API_KEY_NAME_MAX_CHARACTERS = 155;
/** Further keys of one project; its own one is not counted. */
export const API_KEYS_MAX = 100;
/** As a call names one; ours are shorter. */
export const EXAMPLE_NAME_MAX_CHARACTERS = 200;
export const HTTP_URL_MAX_CHARACTERS = 2048;
/** One field of a destination's authentication; the key file of a service account has some 2,400. */
export const AUTH_FIELD_MAX_CHARACTERS = 8_192;
/** If a destination redirects more often, we take it for a loop. */
export const REDIRECTS_MAX = 5;
/** What a person may write to have a filter completed. */
export const FILTER_PROMPT_MAX_CHARACTERS = 2_000;
/** How many values one filter may list. */
export const FILTER_MAX_VALUES = 250;
/** A page with bodies or code ends early when they exceed this size. */
export const PAGE_BODIES_MAX_BYTES = 16 * 1024 * 1024;
export const RETRY_MAX_COUNT = 50;
export const RETRY_MAX_STATUS_CODES = 10;
/**
 * No automatic retry happens later than this after the event's creation. A Retry-After beyond it is cut to it, and a
 * longer interval is refused.
 */
export const RETRY_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
export const RETRY_DEFAULT_INTERVAL_MS = 30_000;
export const RETRY_DEFAULT_COUNT = 5;

/** How long the oldest pending event of a destination may wait before that is an issue. */
export const BACKPRESSURE_DELAY_LEAST_MS = 60_000;
export const BACKPRESSURE_DELAY_MOST_MS = 24 * 60 * 60 * 1000;
export const BACKPRESSURE_DELAY_DEFAULT_MS = 10 * 60 * 1000;
/** How many requests of one cause a source must refuse within a minute before that is an issue. */
export const REJECTIONS_PER_MINUTE_MOST = 1_000_000;
export const REJECTIONS_PER_MINUTE_DEFAULT = 1;
export const ISSUE_PATTERN_MAX_CHARACTERS = 1_000;
export const ISSUE_TRIGGERS_MAX = 500;
export const CHANNEL_NAME_MAX_CHARACTERS = 155;

/** The statuses that lists and metrics can be filtered by. No answer of a destination has a lower one. */
export const RESPONSE_STATUS_LEAST = 200;
export const RESPONSE_STATUS_MOST = 600;

export const LIST_DEFAULT_LIMIT = 100;
export const LIST_MAX_LIMIT = 255;
/** The count beside a view or a list stops here: people read "10,000+". */
export const MATCHES_COUNTED_MOST = 10_000;
/** Views of one list in one project. */
export const SAVED_VIEWS_MAX = 250;
/** The filters of a view as JSON text. An address with more is refused by most browsers and proxies. */
export const SAVED_VIEW_FILTERS_MAX_CHARACTERS = 16_384;
/** How many rows one metrics query returns at most: twelve series with 720 points each, and some more. */
export const METRICS_ROW_LIMIT = 10_000;
export const BOOKMARK_LABEL_MAX_CHARACTERS = 255;
export const SEARCH_TERM_MIN_CHARACTERS = 3;
/** Applies to a search term, a path and the text of a value filter. A longer one is hardly on purpose. */
export const PAYLOAD_FILTER_MAX_CHARACTERS = 4_096;
export const PAYLOAD_FILTER_MAX_VALUES = 100;
export const PAYLOAD_FILTER_MAX_DEPTH = 20;

/** The highest throughput that an admin can give to a project; beyond it, a cap makes no difference. */
export const THROUGHPUT_MAX_PER_SECOND = 100_000;
/** When an organization first has more people than its plan allows, they may stay for so long, up to so many. */
export const MEMBER_TRIAL_DAYS = 14;
export const MEMBER_TRIAL_MAX_USERS = 25;
/** Invoices on one page of billing. */
export const INVOICES_PER_PAGE = 6;
/** Ten years. */
export const RETENTION_MAX_DAYS = 3_650;
/** Lists show requests and events this much longer than their data is kept, so that people see that they existed. */
export const RECORD_KEPT_LONGER_DAYS = 30;
/** Markers are kept for at least this long, and longer if the project keeps its data longer. */
export const MARKERS_KEPT_LEAST_DAYS = 90;
/** Entries of the audit log are kept for so many days, unless the operator says otherwise. */
export const AUDIT_KEPT_DAYS = 365;
export const MARKER_TITLE_MAX_CHARACTERS = 200;
/** The clock of the machine that reports a marker may be fast by this much. */
export const MARKER_AHEAD_MAX_MS = 5 * 60 * 1000;
/** Counts of each minute, hour and day are kept for this many days. The last one is a default. */
export const COUNTERS_KEPT_DAYS = { minute: 8, hour: 90, day: 400 } as const;
export const COUNTERS_MAX_DAYS = 3_660;
export const PASSWORD_MIN_CHARACTERS = 8;
/** A year: far more than any data is kept by default, and still a date that every program can read. */
export const DELAY_MAX_MS = 365 * 24 * 60 * 60 * 1000;
/** For this long after a request, a deduplicate rule treats an equal one as a duplicate. */
export const DUPLICATE_WINDOW_MIN_MS = 1_000;
export const DUPLICATE_WINDOW_MAX_MS = 3_600_000;
export const DUPLICATE_FIELDS_MAX = 100;

/** How many of the latest requests of a source a trial of rules takes. */
export const RULES_TRIAL_MAX_REQUESTS = 100;
/** A trial of rules skips requests with a larger body. */
export const RULES_TRIAL_BODY_MAX_BYTES = 256 * 1024;

/** One CLI listens to at most as many connections as one list can show. */
export const CLI_SESSION_MAX_CONNECTIONS = 255;
/** The largest message that a CLI may send. */
export const CLI_MESSAGE_MAX_BYTES = 1024 * 1024;
/** If a session lost its socket less than this ago, its requests still become events, which then fail. */
export const CLI_DROPPED_GRACE_MS = 2 * 60 * 1000;

/** How long the link that a CLI opens in a browser stays valid. */
export const CLI_LOGIN_LIFETIME_MS = 10 * 60 * 1000;
/** A CLI asks every two seconds whether its login was claimed. */
export const CLI_POLLS_PER_MINUTE = 60;
/** The sum over all logins that CLIs at one address are waiting for. */
export const CLI_POLLS_PER_ADDRESS_AND_MINUTE = 600;
export const CLI_LOGINS_PER_ADDRESS_AND_HOUR = 60;
/** A CLI key stops working after this long without use. */
export const CLI_KEY_UNUSED_MAX_DAYS = 90;
/** Of one person, or made from one API key; past it, the one that was not used for longest goes. */
export const CLI_KEYS_PER_HOLDER = 200;

export const INTEGRATION_LABEL_MAX_CHARACTERS = 255;
/** Headers that carry the credentials of an OpenTelemetry receiver. */
export const INTEGRATION_MAX_HEADERS = 10;
export const INTEGRATION_SECRET_MAX_CHARACTERS = 4_096;

/** Of a name in DNS, without the dot at its end. */
export const DOMAIN_NAME_MAX_CHARACTERS = 253;
/** Custom domains of one project, proven or not. */
export const CUSTOM_DOMAINS_MAX = 20;
/** A claim that is not proven for this long ends, so that nobody holds the name of somebody else. */
export const CUSTOM_DOMAIN_CLAIM_DAYS = 7;
/** If the records of an active domain are gone for so many days, people are told; after the second number it is pending again. */
export const CUSTOM_DOMAIN_LOST_SHOWN_DAYS = 3;
export const CUSTOM_DOMAIN_LOST_ENDS_DAYS = 30;

/** Of a text that names a person whose data are to be erased. A shorter one would be in much that is not theirs. */
export const IDENTIFIER_MIN_CHARACTERS = 4;
export const IDENTIFIER_MAX_CHARACTERS = 200;
/** How many of the newest erasures of a project are listed. */
export const ERASURES_SHOWN = 50;
/** A plan that nobody confirms for this long is discarded, and with it the identifier. */
export const ERASURE_PLAN_KEPT_HOURS = 24;
/** Of one organization, proven or not. */
export const SSO_DOMAINS_MAX = 20;
/** Of an issuer, a client id and a client secret. */
export const SSO_FIELD_MAX_CHARACTERS = 500;

/** Of one organization. With a second one, a directory moves from the first. */
export const DIRECTORY_TOKENS_MAX = 2;
/** People and groups of one directory. */
export const DIRECTORY_PEOPLE_MAX = 20_000;
export const DIRECTORY_GROUPS_MAX = 1_000;
/** Of a name or an id that a directory sends. */
export const DIRECTORY_TEXT_MAX_CHARACTERS = 500;
/** How many resources a page of a directory's list has, if it does not say, and at most. */
export const SCIM_PAGE_DEFAULT = 100;
export const SCIM_PAGE_MAX = 200;
/** Members of the groups on one page together; a page with more is cut. */
export const SCIM_PAGE_MEMBERS_MAX = 20_000;
/** Of one PATCH. */
export const SCIM_OPERATIONS_MAX = 1_000;
/** Of a filter, or of a path in a PATCH. */
export const SCIM_FILTER_MAX_CHARACTERS = 1_000;
/** Of the address at which people sign in with SAML, which may have a long query. */
export const SAML_URL_MAX_CHARACTERS = 2000;
/** With which a SAML provider may sign at a time: the present one, the next one, and a few that nobody has removed. */
export const SAML_CERTIFICATES_MAX = 5;
export const SAML_CERTIFICATE_MAX_CHARACTERS = 10_000;
/** What a SAML provider sends about a person, as the browser posts it. Hundreds of groups fit in. */
export const SAML_ANSWER_MAX_BYTES = 256 * 1024;
