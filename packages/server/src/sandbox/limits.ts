/**
 * How much may a transformation use?
 *
 * Both sides know these limits: the child keeps them, and the server enforces them. Imports nothing, because a child
 * may read only this folder. It gets the limits of the contract as arguments.
 */

/** How long code may run, if the sandbox was not made for less. */
export const RUN_MAX_MS = 1000;
export const RUN_MAX_MB = 128;

/**
 * A run that takes longer is slow: the rest of its batch goes back to the server, and its project gets less of the pool
 * for a while.
 */
export const SLOW_RUN_MS = 50;

export const CONSOLE_MAX_COUNT = 200;
export const CONSOLE_MAX_CHARACTERS = 64 * 1024;
export const CONSOLE_LINE_MAX_CHARACTERS = 8 * 1024;

/** Names and values of the returned headers, path and query together. */
export const RETURNED_HEAD_MAX_CHARACTERS = 32 * 1024;

export const BATCH_MAX_JOBS = 32;
/** The texts of one batch together, jobs or results. A single job may be larger: then it travels alone. */
export const BATCH_MAX_CHARACTERS = 1024 * 1024;

/** One result with the largest body, at up to three bytes for each character, and the results sent with it. */
export const RESULT_FRAME_MAX_BYTES = 64 * 1024 * 1024;
/** One job with the largest body, written as JSON text, and the largest code. */
export const JOB_FRAME_MAX_BYTES = 256 * 1024 * 1024;

/** Programs that a child keeps compiled. */
export const PROGRAMS_MAX_COUNT = 24;

export const ranTooLong = (runMaxMs: number): string => `The code ran longer than ${runMaxMs} ms`;
export const USED_TOO_MUCH = `The code used more than ${RUN_MAX_MB} MB of memory`;
