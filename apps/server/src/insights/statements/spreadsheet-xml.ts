/** The content of a cell. Only our own code writes numbers. */
export type Cell =
  | { readonly text: string; readonly style?: "head" }
  | { readonly number: string; readonly style?: "amount" | "time" | "count" }
  | undefined;

/** The position of each style in `STYLES`. */
const STYLE_PLACES = { head: 1, amount: 2, time: 3, count: 4 } as const;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns whether a character is invalid in XML. */
function isForbidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return isControl || code === 0xfffe || code === 0xffff || (code >= 0xd800 && code <= 0xdfff);
}

/**
 * Escapes text for an XML element. Also escapes sequences such as `_x0041_`, which spreadsheets
 * interpret as character codes.
 */
export function xmlText(text: string): string {
  const plain = /^[\x20-\x25\x27-\x3b\x3d\x3f-\x5e\x60-\x7e]*$/.test(text)
    ? text
    : [...text].map((one) => (isForbidden(one) ? "\ufffd" : one)).join("");
  return plain
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll(/[&<>]/g, (one) => ESCAPES[one] ?? one);
}

function cellXml(cell: Exclude<Cell, undefined>, place: string): string {
  const style = cell.style === undefined ? "" : ` s="${STYLE_PLACES[cell.style]}"`;
  return "text" in cell
    ? `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(cell.text)}` +
        "</t></is></c>"
    : `<c r="${place}"${style}><v>${cell.number}</v></c>`;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Writes a row of at most 26 cells. `n` is the row's number in its sheet, counted from 1. */
export function rowXml(n: number, cells: readonly Cell[]): string {
  const parts = cells.map((cell, column) =>
    cell === undefined ? "" : cellXml(cell, `${LETTERS[column]}${n}`),
  );
  return `<row r="${n}">${parts.join("")}</row>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Writes the beginning of a sheet. The first `frozenRows` rows stay visible while scrolling. */
export function sheetBegin(widths: readonly number[], frozenRows: number): string {
  const columns = widths.map(
    (width, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane =
    frozenRows === 0
      ? ""
      : `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" ` +
        'state="frozen"/>';
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}` +
    `</sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`
  );
}

export const SHEET_END = "</sheetData></worksheet>";

const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="5"><xf xfId="0"/><xf fontId="1" applyFont="1"/>' +
  '<xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>' +
  '<xf numFmtId="3" applyNumberFormat="1"/></cellXfs><cellStyles count="1">' +
  '<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** Returns the parts of a workbook other than its sheets, by path in the archive. */
export function workbookParts(names: readonly string[]): readonly (readonly [string, string])[] {
  const places = names.map((_, place) => place + 1);
  const sheets = names.map(
    (name, place) =>
      `<sheet name="${xmlText(name).replaceAll('"', "&quot;")}" sheetId="${place + 1}" ` +
      `r:id="rId${place + 1}"/>`,
  );
  const sheetTypes = places.map(
    (n) => `<Override PartName="${`/${sheetPath(n)}`}" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  const relations = places.map(
    (n) =>
      `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  return [
    [
      "[Content_Types].xml",
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ' +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
        `${sheetTypes.join("")}</Types>`,
    ],
    [
      "_rels/.rels",
      `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" ` +
        `Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">` +
        `<sheets>${sheets.join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${HEAD}<Relationships xmlns="${RELATIONS}">${relations.join("")}` +
        `<Relationship Id="rId${names.length + 1}" Type="${DOCUMENT}/styles" ` +
        'Target="styles.xml"/></Relationships>',
    ],
    ["xl/styles.xml", STYLES],
  ];
}

/** Returns the path in the archive of the n-th sheet, counted from 1. */
export function sheetPath(n: number): string {
  return `xl/worksheets/sheet${n}.xml`;
}
