/** `RF`, two check digits, three digits for the cell and ten that are drawn at random. */
const OWN_FORM = /^RF\d{2}\d{13}$/;
const ANYWHERE = /RF\d{15}/g;
const CELL_DIGITS = 3;

/** The number of digits that are drawn for a reference. */
export const DRAWN_DIGITS = 10;

/** Returns the remainder that ISO 7064 MOD 97-10 defines, for digits and capital letters. */
function mod97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** Returns whether a text is a reference of ours whose check digits are right (ISO 11649). */
export function isReference(text: string): boolean {
  return OWN_FORM.test(text) && mod97(`${text.slice(4)}${text.slice(0, 4)}`) === 1;
}

/**
 * Returns the creditor reference (ISO 11649) of a cell for ten random digits. It says nothing about
 * the customer.
 */
export function referenceOf(cell: number, drawn: string): string {
  const body = `${String(cell).padStart(CELL_DIGITS, "0")}${drawn}`;
  const check = String(98 - mod97(`${body}RF00`)).padStart(2, "0");
  const reference = `RF${check}${body}`;
  if (!isReference(reference)) {
    throw new RangeError("a reference needs a cell of three digits and ten random digits");
  }
  return reference;
}

/** Returns the number of the cell that a reference belongs to. */
export function cellOfReference(reference: string): number {
  return Number(reference.slice(4, 4 + CELL_DIGITS));
}

/** Returns a reference in groups of four, as it is written and read aloud. */
export function groupedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, "$1 ");
}

/** Returns a text as references are compared: letters and digits only, in upper case. */
function compared(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** The fields of a transfer in which a payer may have put the reference. */
export interface WrittenFields {
  readonly references: readonly string[];
  readonly remittance: string;
  readonly endToEndId: string | null;
}

/**
 * Returns the references of ours that a payer wrote. The field for creditor references decides if
 * it has one; otherwise the free text and the end-to-end id do. Spaces, punctuation and case do not
 * matter, and check digits must be right.
 */
export function referencesIn({ references, remittance, endToEndId }: WrittenFields): string[] {
  const structured = references.map(compared).filter(isReference);
  const free = [remittance, endToEndId ?? ""].flatMap((text) => valid(compared(text)));
  return [...new Set(structured.length > 0 ? structured : free)];
}

function valid(text: string): string[] {
  const starts = [...text.matchAll(/RF/g)].map(({ index }) => text.slice(index, index + 17));
  return starts.filter(isReference);
}

/**
 * Returns the valid references that differ from what the payer wrote by one wrong digit or two
 * swapped neighbors, as suggestions for an operator.
 */
export function nearReferences({ references, remittance, endToEndId }: WrittenFields): string[] {
  const written = [...references, remittance, endToEndId ?? ""].map(compared);
  const candidates = written.flatMap((text) => text.match(ANYWHERE) ?? []);
  return [...new Set(candidates.flatMap(neighbors))].filter(isReference);
}

function neighbors(text: string): string[] {
  const found: string[] = [];
  for (let at = 2; at < text.length; at += 1) {
    const [head, digit = "", tail] = [text.slice(0, at), text[at], text.slice(at + 1)];
    for (let other = 0; other <= 9; other += 1) {
      found.push(`${head}${other}${tail}`);
    }
    const next = tail[0];
    if (next !== undefined && next !== digit) {
      found.push(`${head}${next}${digit}${tail.slice(1)}`);
    }
  }
  return found;
}
