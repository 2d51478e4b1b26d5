/** How much may CLIs ask of this process, and how patient are we with one? */

export interface CliLimits {
  /** Sockets in this process. */
  sockets: number;
  socketsPerProject: number;
  /** Handed to one socket and not yet taken by its network; a single message may be larger. */
  unreadBytes: number;
  /** A peer that has not taken a message in this time reads too slowly. */
  readWithinMs: number;
  /** A peer that was silent between two pings is gone. */
  pingEveryMs: number;
  /** After the local server's own timeout, for the way there and back. */
  answerGraceMs: number;
  /** How long a stop waits for attempts that are with a local server. */
  finishWithinMs: number;
  /** How long a closed socket has to say goodbye. */
  goodbyeWithinMs: number;
}

export const CLI_LIMITS: CliLimits = {
  sockets: 1_000,
  socketsPerProject: 100,
  unreadBytes: 1024 * 1024,
  readWithinMs: 15_000,
  pingEveryMs: 15_000,
  answerGraceMs: 5_000,
  finishWithinMs: 5_000,
  goodbyeWithinMs: 2_000,
};
