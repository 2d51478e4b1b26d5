/**
 * Why did the destination answer with this status, and what can a person do about it? For statuses outside of 200–299.
 *
 * Single statuses come first; the others have the words of their hundred.
 */

export interface AnswerWords {
  cause: string;
  fix: string;
}

const BUSY: AnswerWords = {
  cause: "The server, or a proxy in front of it, is down, overloaded or restarting.",
  fix: "Check that the server is up. If it gets too much at once, set a max delivery rate.",
};
const CREDENTIALS: AnswerWords = {
  cause: "The server did not accept the credentials or the signature of the request.",
  fix: "Check the authentication method of the destination, and the secret that the server checks with.",
};
const CONTENT: AnswerWords = {
  cause: "The server understood the request and rejected its content.",
  fix: "Compare the response with the body that was sent. A transformation can change the body of future events.",
};

const BY_STATUS: Record<number, AnswerWords> = {
  400: CONTENT,
  401: CREDENTIALS,
  403: CREDENTIALS,
  404: {
    cause: "The server has nothing at this path.",
    fix: "Check the path in the URL of the destination, and whether path forwarding should be on.",
  },
  405: {
    cause: "The server does not accept this HTTP method at this path.",
    fix: "Set the HTTP method in the destination, or correct its URL.",
  },
  408: BUSY,
  410: {
    cause: "The server says that this endpoint was removed for good.",
    fix: "Set the new URL in the destination, or disable the connection.",
  },
  413: {
    cause: "The body is larger than the server or its proxy accepts.",
    fix: "Raise the limit of the server, or shorten the body of future events with a transformation.",
  },
  415: {
    cause: "The server does not accept this Content-Type.",
    fix: "Compare the headers that were sent with what the server expects.",
  },
  422: CONTENT,
  429: {
    cause: "The server limits how many requests it accepts.",
    fix: "Set a max delivery rate in the destination that is below the limit of the server.",
  },
  502: BUSY,
  503: BUSY,
  504: BUSY,
};

const BY_HUNDRED: Record<number, AnswerWords> = {
  3: {
    cause: "The answer is a redirect that could not be followed.",
    fix: "Set the final URL in the destination.",
  },
  4: {
    cause: "The server rejected the request.",
    fix: "Read the response, and compare it with the request that was sent.",
  },
  5: {
    cause: "The server failed while it handled the request.",
    fix: "Read its logs at the time of the attempt.",
  },
};

/** Null for a success, and for a status that says nothing. */
export function answerWords(status: number): AnswerWords | null {
  return BY_STATUS[status] ?? BY_HUNDRED[Math.floor(status / 100)] ?? null;
}
