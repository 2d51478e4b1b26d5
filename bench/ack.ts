/** What does the product answer a sender? The servers we compare it with answer the same number of bytes. */

export const ACK_BODY = Buffer.from(
  JSON.stringify({
    status: "SUCCESS",
    message:
      "Request handled by Posthorn. Check your dashboard to inspect the request: http://127.0.0.1:4400/requests/req_0000000000000000000000",
    request_id: "req_0000000000000000000000",
  }),
);

export const ACK_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-length": ACK_BODY.length,
};
