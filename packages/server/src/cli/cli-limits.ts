/** How much may CLIs use of this process, and how long do we wait for one? */

export interface CliLimits {
  /** Sockets in this process. */
  sockets: number;
  socketsPerProject: number;
  /** Bytes handed to one socket that its network has not taken yet; a single message may be larger. */
  unreadBytes: number;
  /** A peer that has not taken a message in this time reads too slowly and is disconnected. */
  readWithinMs: number;
  /** A peer that was silent between two pings is disconnected. */
  pingEveryMs: number;
  /** Added to the local server's own timeout, for the way there and back. */
  answerGraceMs: number;
  /** How long a stopping process waits for attempts that a local server is working on. */
  finishWithinMs: number;
  /** How long a peer has to confirm that the socket is closing. */
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
