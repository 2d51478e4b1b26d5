/**
 * How does an invoice look as PDF?
 *
 * Made from what the invoice has kept, so the same bytes each time. One embedded font has the letters of Latin, Greek,
 * Cyrillic, Armenian and Georgian. Any other letter is printed as its number in Unicode, `[U+6771]`, because a font with all
 * of them has many megabytes; the title in the document's properties has every name as it is written.
 */
import { createRequire } from "node:module";
import Pdf from "pdfkit";
import type { InvoiceRow } from "../store/invoices.ts";
import { moneyText } from "./money-text.ts";

const require = createRequire(import.meta.url);
const FONTS = {
  plain: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  bold: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
};

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const AMOUNT_WIDTH = 90;
const NAME_WIDTH = 130;
const GAP = 12;
const INK = "#1c1a16";
const QUIET = "#57524a";
const LINE = "#d8d3c8";

const PRINTED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]/u;

type Document = InstanceType<typeof Pdf>;

export function invoicePdf(invoice: InvoiceRow): Promise<Buffer> {
  const doc = new Pdf({
    size: "A4",
    margin: MARGIN,
    lang: "en",
    info: {
      Title: `Invoice ${invoice.number}: ${invoice.organization_name}`,
      CreationDate: new Date(`${invoice.issue_date}T00:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolved, rejected) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolved(Buffer.concat(chunks)));
    doc.on("error", rejected);
  });
  for (const [name, path] of Object.entries(FONTS)) doc.registerFont(name, path);
  writePages(doc, invoice);
  doc.end();
  return written;
}

function writePages(doc: Document, invoice: InvoiceRow): void {
  const write = (text: string, options: Written) => writeText(doc, text, options);
  let y = MARGIN;
  write("Invoice", { x: MARGIN, y, size: 20, font: "bold" });
  write(invoice.number, { x: MARGIN, y: y + 6, size: 11, align: "right" });
  y += 40;
  for (const [name, value] of [
    ["Issue date", invoice.issue_date],
    ["Period", `${invoice.period_start} to ${invoice.period_end}, in UTC`],
  ] as const) {
    write(name, { x: MARGIN, y, colour: QUIET, width: 90 });
    y = write(value, { x: MARGIN + 90, y });
  }
  y += GAP;
  const half = WIDTH / 2 - GAP;
  write("From", { x: MARGIN, y, colour: QUIET, width: half });
  write("To", { x: MARGIN + WIDTH / 2, y, colour: QUIET, width: half });
  y += 16;
  y =
    Math.max(
      write(invoice.seller, { x: MARGIN, y, width: half }),
      write(`${invoice.organization_name}\n${invoice.billing_email}`, {
        x: MARGIN + WIDTH / 2,
        y,
        width: half,
      }),
    ) +
    2 * GAP;

  for (const line of invoice.lines) {
    y = ruled(doc, newPageIfFull(doc, y, 40));
    const textX = MARGIN + NAME_WIDTH + GAP;
    const textWidth = WIDTH - NAME_WIDTH - AMOUNT_WIDTH - 2 * GAP;
    const name = write(line.name, { x: MARGIN, y, width: NAME_WIDTH });
    const text = write(line.explanation, { x: textX, y, width: textWidth, colour: QUIET });
    const amountX = MARGIN + WIDTH - AMOUNT_WIDTH;
    write(moneyText(line.amount), { x: amountX, y, width: AMOUNT_WIDTH, align: "right" });
    y = Math.max(name, text) + 6;
  }
  y = ruled(doc, newPageIfFull(doc, y, 40));
  write("Amount due", { x: MARGIN, y, font: "bold", size: 11 });
  y = write(moneyText(invoice.amount_due), { x: MARGIN, y, font: "bold", size: 11, align: "right" });
  y = newPageIfFull(doc, y + 2 * GAP, 160);
  y = write("How to pay", { x: MARGIN, y, font: "bold" });
  write(invoice.payment, { x: MARGIN, y: y + 4 });
}

interface Written {
  x: number;
  y: number;
  width?: number;
  size?: number;
  font?: keyof typeof FONTS;
  colour?: string;
  align?: "left" | "right";
}

/** Returns where the text ends. */
function writeText(
  doc: Document,
  text: string,
  { x, y, width = WIDTH, size = 9.5, font = "plain", colour = INK, align = "left" }: Written,
): number {
  doc.font(font).fontSize(size).fillColor(colour);
  doc.text(printable(doc, text), x, y, { width, align, lineGap: 2 });
  return doc.y;
}

function newPageIfFull(doc: Document, y: number, needed: number): number {
  if (y + needed <= BOTTOM) return y;
  doc.addPage();
  return MARGIN;
}

/** A hairline; returns where the text below it begins. */
function ruled(doc: Document, y: number): number {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  return y + 6;
}

function printable(doc: Document, text: string): string {
  // Safe: pdfkit keeps the font that `doc.font()` has opened there, and its version is pinned. It has no public way to ask.
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })[
    "_font"
  ];
  return Array.from(text.normalize("NFC"), (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === "\n" || (PRINTED.test(character) && font.hasGlyphForCodePoint(code))) return character;
    return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  }).join("");
}
