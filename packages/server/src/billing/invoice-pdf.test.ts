/** Does the PDF say what the invoice says, whatever the names are? The text is read back as a reader's search does. */
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { InvoiceRow } from "../store/invoices.ts";
import { invoicePdf } from "./invoice-pdf.ts";

const INVOICE: InvoiceRow = {
  id: "0198f000-0000-7000-8000-000000000000",
  number: "INV-2026-0112",
  organization_id: "0198f000-0000-7000-8000-000000000001",
  organization_name: "Acme Inc.",
  billing_email: "billing@acme.dev",
  issue_date: "2026-12-01",
  period_start: "2026-11-01",
  period_end: "2026-12-01",
  lines: [
    { name: "Team plan", explanation: "fixed price", amount: 3900 },
    {
      name: "Events",
      explanation: "3,840,211 − 1,000,000 included → 3 × 1 million at $15.00",
      amount: 4500,
    },
  ],
  amount_due: 8400,
  seller: "Posthorn Ltd\n1 Harbour Street",
  payment: "IBAN XX00 1234",
  is_paid: false,
  charged_by: null,
  payment_problem: null,
};

interface ReadPdf {
  /** Without spaces: where a line was wrapped, there is none. */
  text: string;
  pages: number;
}

function streamOf(content: string): string {
  const start = content.indexOf("stream\n") + "stream\n".length;
  const bytes = Buffer.from(content.slice(start, content.lastIndexOf("\nendstream")), "latin1");
  return (content.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

/** Reads what pdfkit writes: fonts with a map from glyphs to Unicode, and glyphs as hex digits. */
function readPdf(pdf: Buffer): ReadPdf {
  const whole = pdf.toString("latin1");
  const objects = new Map(
    [...whole.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(
      ([, id = "", content = ""]) => [id, content] as const,
    ),
  );
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name = "", id = ""] of whole.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1] ?? "";
    const glyphs = new Map<string, string>();
    for (const [, from = "", list = ""] of streamOf(objects.get(map) ?? "").matchAll(
      /<(\w{4})> <\w{4}> \[(.*?)\]/gs,
    ))
      for (const [at, [, units = ""]] of [...list.matchAll(/<([\w ]+)>/g)].entries())
        glyphs.set(
          (Number.parseInt(from, 16) + at).toString(16).padStart(4, "0"),
          Buffer.from(units.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
        );
    fonts.set(name, glyphs);
  }
  const contents = [...whole.matchAll(/\/Contents (\d+) 0 R/g)];
  let text = "";
  for (const [, id = ""] of contents) {
    let font = "";
    for (const [, name, array = ""] of streamOf(objects.get(id) ?? "").matchAll(
      /\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g,
    )) {
      if (name !== undefined) font = name;
      for (const [, digits = ""] of array.matchAll(/<(\w+)>/g))
        for (const glyph of digits.match(/.{4}/g) ?? []) text += fonts.get(font)?.get(glyph) ?? "?";
    }
  }
  return { text: text.replaceAll(" ", ""), pages: contents.length };
}

const readBack = async (change: Partial<InvoiceRow> = {}) =>
  readPdf(await invoicePdf({ ...INVOICE, ...change }));

test("everything of the invoice is in it", async () => {
  const { text, pages } = await readBack();
  expect(pages).toBe(1);
  for (const part of [
    "INV-2026-0112",
    "2026-12-01",
    "2026-11-01 to 2026-12-01",
    "Acme Inc.",
    "billing@acme.dev",
    "Posthorn Ltd",
    "1 Harbour Street",
    "3,840,211 − 1,000,000 included → 3 × 1 million at $15.00",
    "$39.00",
    "$45.00",
    "Amount due",
    "$84.00",
    "IBAN XX00 1234",
  ])
    expect(text).toContain(part.replaceAll(" ", ""));
});

test.each([
  ["Müller & Söhne Łódź ẞ", "Müller & Söhne Łódź ẞ"],
  ["Рога и копыта", "Рога и копыта"],
  ["Ελληνικά ქართული Հայ", "Ελληνικά ქართული Հայ"],
  ["東京 Ltd", "[U+6771][U+4EAC] Ltd"],
  ["مرحبا", "[U+0645][U+0631][U+062D][U+0628][U+0627]"],
  ["A🦄B", "A[U+1F984]B"],
  ["u\u0308ber", "über"],
])("the name %s is printed as %s", async (organization_name, printed) => {
  expect((await readBack({ organization_name })).text).toContain(printed.replaceAll(" ", ""));
});

test("names that would break the layout wrap, and many lines go on on the next page", async () => {
  const lines = Array.from({ length: 80 }, (_none, at) => ({
    name: `Plan ${at} with a long name that wraps`,
    explanation: "fixed price · 1 of 31 days",
    amount: 1_000_000_000,
  }));
  const { text, pages } = await readBack({ organization_name: "W".repeat(200), lines });
  expect(pages).toBeGreaterThan(1);
  expect(text).toContain("W".repeat(200));
  expect(text).toContain("Plan79withalongnamethatwraps");
  expect(text).toContain("$10,000,000.00");
});

test("the same invoice has the same bytes each time", async () => {
  expect(await invoicePdf(INVOICE)).toEqual(await invoicePdf(INVOICE));
});
