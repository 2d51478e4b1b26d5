/**
 * Why could code not be loaded? There is no network, the server does not answer, or it answers and does not have the file:
 * then a new version was probably installed since the page was opened.
 */
export type WhyMissing = "offline" | "unreachable" | "replaced";

/** Also an answer that the file is gone is one; a proxy without a server behind it answers with 502 to 504. */
export function isServerThere(): Promise<boolean> {
  return fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Ask right after code could not be loaded. */
export async function whyMissing(): Promise<WhyMissing> {
  if (!navigator.onLine) return "offline";
  return (await isServerThere()) ? "replaced" : "unreachable";
}
