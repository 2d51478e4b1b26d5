/** Which letters stand for a person? `AL` for Ada Lovelace, `G` for Grace. */
export function initialsOf(name: string): string {
  const [first = "", ...others] = name.match(/(?<=^|\s)\S/gu) ?? [];
  return first + (others.at(-1) ?? "");
}
