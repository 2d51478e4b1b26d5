/** How does a directory call Posthorn? Journeys in a browser use it too, so it needs nothing of the server. */
interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON: each test knows the shape that it expects
  body: any;
}

/** `url` is the dashboard's; `path` is below `/scim/v2`. A text as the body is sent as it is. */
export async function scimCall(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${url}/scim/v2${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/scim+json" }),
      "user-agent": "the-directory",
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}
