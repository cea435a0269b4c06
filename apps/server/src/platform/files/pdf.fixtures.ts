import { deflateSync } from "node:zlib";

/** The objects of a document with one empty page. Tests add further objects. */
export const ONE_PAGE: readonly string[] = [
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
];

const bytesOf = (text: string) => Buffer.from(text, "latin1");

/** Returns a stream object. `entries` are its dictionary entries in addition to its length. */
export function streamOf(entries: string, content: Buffer | string): string {
  const body = Buffer.isBuffer(content) ? content.toString("latin1") : content;
  return `<<${entries}/Length ${body.length}>>\nstream\n${body}\nendstream`;
}

/** Builds a PDF from objects, numbered from 1, with a cross-reference table. */
export function pdfOf(objects: readonly string[], trailer = ""): Buffer {
  let text = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const xref = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${xref}\n%%EOF\n`;
  return bytesOf(text);
}

/** Builds a compressed object stream. `extra` contains additional entries for its dictionary. */
export function packed(
  objects: Readonly<Record<number, string>>,
  extra = "/Type/ObjStm",
  pack: (text: Buffer) => Buffer = deflateSync,
): string {
  const entries = Object.entries(objects);
  let body = "";
  const places = entries.map(([number, object]) => {
    const place = `${number} ${body.length}`;
    body += `${object} `;
    return place;
  });
  const head = `${places.join(" ")} `;
  const content = pack(bytesOf(head + body));
  const filter = pack === deflateSync ? "/Filter/FlateDecode" : "";
  return streamOf(`${extra}${filter}/N ${entries.length}/First ${head.length}`, content);
}

/** Returns the file with an incremental update: objects appended at its end. */
export function revised(pdf: Buffer, objects: Readonly<Record<number, string>>): Buffer {
  const more = Object.entries(objects).map(
    ([number, object]) => `${number} 0 obj\n${object}\nendobj\n`,
  );
  return Buffer.concat([pdf, bytesOf(`${more.join("")}startxref\n0\n%%EOF\n`)]);
}
