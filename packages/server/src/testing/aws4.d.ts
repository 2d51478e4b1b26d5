/** The part of aws4 that tests compare our signatures with; the package brings no types. */
declare module "aws4" {
  interface Request {
    host: string;
    path: string;
    method: string;
    service: string;
    region: string;
    headers: Record<string, string>;
    body: string | Uint8Array;
    /** aws4 adds and signs some headers that AWS does not require. */
    extraHeadersToIgnore: Record<string, boolean>;
  }
  export function sign(
    request: Request,
    credentials: { accessKeyId: string; secretAccessKey: string },
  ): { headers: Record<string, string> };
}
