/**
 * How is the type of a field called, and how do type views declare each type once?
 *
 * A name comes from the key: `line_items` holds `LineItem`s. Two types of the same name get the name of the type around
 * them in front, then a number. Two objects with the same fields share one type.
 */

/** Names that the languages use themselves. */
const TAKEN = ["Array", "Boolean", "Number", "Object", "Record", "String"];

/** `line-items` → `LineItems`, `userID` → `UserID`. Empty if the key has no letter or digit of ASCII. */
export function pascalCase(key: string): string {
  const plain = key.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

export function typeNameOf(key: string, isElement: boolean): string {
  const name = pascalCase(key);
  const valid = name === "" ? "Value" : /^[0-9]/.test(name) ? `N${name}` : name;
  return isElement ? singular(valid) : valid;
}

function singular(name: string): string {
  if (/(?:ss|us|is)$/i.test(name) || !/[a-z0-9]s$/.test(name)) return `${name}Item`;
  return name.endsWith("ies") ? `${name.slice(0, -3)}y` : name.slice(0, -1);
}

interface Declaration {
  name: string;
  body: string;
  /** Another type has the same body, and stands for this one too. */
  isRepeated?: boolean;
}

export interface Declarations {
  /** Returns the name that the type got. `bodyOf` may declare further types; they follow this one. */
  declare: (wanted: string, around: string, bodyOf: (name: string) => string) => string;
  all: () => readonly Declaration[];
}

export function createDeclarations(rootName: string): Declarations {
  const names = new Set([...TAKEN, rootName]);
  const declared: Declaration[] = [];
  const nameByBody = new Map<string, string>();

  const freeName = (wanted: string, around: string): string => {
    if (!names.has(wanted)) return wanted;
    const longer = `${around}${wanted}`;
    let name = longer;
    for (let number = 2; names.has(name); number += 1) name = `${longer}${number}`;
    return name;
  };

  return {
    declare: (wanted, around, bodyOf) => {
      const isRoot = declared.length === 0 && wanted === rootName;
      const name = isRoot ? rootName : freeName(wanted, around);
      names.add(name);
      const own: Declaration = { name, body: "" };
      declared.push(own);
      own.body = bodyOf(name);
      const same = nameByBody.get(own.body);
      if (same === undefined) {
        nameByBody.set(own.body, name);
        return name;
      }
      own.isRepeated = true;
      names.delete(name);
      return same;
    },
    all: () => declared.filter(({ isRepeated }) => !isRepeated),
  };
}
