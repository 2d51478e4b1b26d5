/** A JSON body of exactly 1,000,000 characters: 9,001 records, indented by one space, padded with spaces at the end. */
const CHARACTERS = 1_000_000;
const RECORDS = 9001;
const NOTE_CHARACTERS = 31;

export function aMillionCharacters(): string {
  const records = Array.from({ length: RECORDS }, (_, at) => ({
    id: `ord_${String(at).padStart(8, "0")}`,
    amount: at * 7,
    paid: at % 3 === 0,
    note: `order ${at} `.padEnd(NOTE_CHARACTERS, "abcdefghij"),
  }));
  const text = JSON.stringify(records, null, 1);
  if (text.length > CHARACTERS) throw new Error(`The records alone have ${text.length} characters`);
  return text.padEnd(CHARACTERS, " ");
}
