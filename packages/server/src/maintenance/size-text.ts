/** How large is it, for a person? A new database is a few kilobytes, which must not read "0.0 MB". */
export function sizeText(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
