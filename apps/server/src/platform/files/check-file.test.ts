import { DOCUMENT_TYPES, FILE_KINDS, type FileKind } from "@tessera/contract/files";
import { describe, expect, it } from "vitest";
import { Refusal } from "../http/refusal.ts";
import { checkFile } from "./check-file.ts";

const PDF_TYPE = "application/pdf";
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");
const HTML = Buffer.from("<!doctype html><script>alert(1)</script>");
const EXE = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
const ZIP = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(60)]);

/** Returns the type that a file is accepted as, or the error code if it is rejected. */
async function codeOf(
  bytes: Buffer,
  claimed: string | undefined,
  taken: readonly FileKind[] = FILE_KINDS,
): Promise<string> {
  return checkFile(bytes, { taken, claimed }).catch((error: unknown) =>
    error instanceof Refusal ? error.code : "thrown",
  );
}

describe("checking an uploaded file", () => {
  it.each([
    ["a PDF", PDF, "application/pdf"],
    ["a JPEG", JPEG, "image/jpeg"],
    ["a PNG", PNG, "image/png"],
    ["a text", Buffer.from("收据 receipt\n\t12.50 €\n"), "text/plain"],
  ])("accepts %s based on its content", async (_name, bytes, kind) => {
    expect(await codeOf(bytes, kind)).toBe(kind);
    expect(await codeOf(bytes, undefined)).toBe(kind);
  });

  it.each([
    ["a page as a picture", HTML, "image/png"],
    ["a program as a PDF", EXE, "application/pdf"],
    ["a PDF as a picture", PDF, "image/jpeg"],
    ["a picture as text", PNG, "text/plain"],
    ["bytes that are no UTF-8 as text", Buffer.from([0xff, 0xfe, 0x00, 0x41]), "text/plain"],
    ["an archive as text", ZIP, "text/plain"],
  ])(
    "rejects %s because its content does not match the claimed type",
    async (_name, bytes, said) => {
      expect(await codeOf(bytes, said)).toBe("file_type_differs");
    },
  );

  it("rejects every other type of file", async () => {
    for (const said of ["text/html", "image/svg+xml", "application/zip", ""]) {
      expect(await codeOf(HTML, said)).toBe("file_type_unknown");
    }
  });

  it("rejects a text file as a document", async () => {
    const text = Buffer.from("a text");
    expect(await codeOf(text, "text/plain", DOCUMENT_TYPES)).toBe("file_type_unknown");
    expect(await codeOf(text, undefined, DOCUMENT_TYPES)).toBe("file_type_unknown");
    expect(await codeOf(text, "image/png", DOCUMENT_TYPES)).toBe("file_type_differs");
    expect(await codeOf(ZIP, undefined)).toBe("file_type_unknown");
  });

  it.each([
    ["a PDF", PDF.subarray(0, -6), "application/pdf"],
    ["a JPEG", JPEG.subarray(0, -1), "image/jpeg"],
    ["a PNG", PNG.subarray(0, -4), "image/png"],
  ])("rejects %s as damaged if it is truncated", async (_name, bytes, kind) => {
    expect(await codeOf(bytes, kind)).toBe("file_damaged");
  });

  it.each([
    [
      "a PDF with a program",
      Buffer.from("%PDF-1.7\n1 0 obj\n<</S/JavaScript>>\nendobj\n%%EOF\n"),
      PDF_TYPE,
    ],
    ["a picture that is a page too", Buffer.concat([PNG, HTML]), "image/png"],
    ["a picture that is a PDF too", Buffer.concat([JPEG, PDF]), "image/jpeg"],
    ["a picture with an archive", Buffer.concat([JPEG, ZIP]), "image/jpeg"],
  ])("rejects %s as unsafe", async (_name, bytes, kind) => {
    expect(await codeOf(bytes, kind)).toBe("file_unsafe");
  });

  it("accepts any content in a text file, since the file is served as plain text", async () => {
    expect(await codeOf(HTML, "text/plain")).toBe("text/plain");
  });

  it("rejects an empty file and a file larger than 5 MB", async () => {
    const full = Buffer.alloc(5 * 1_024 * 1_024, "a");
    expect(await codeOf(Buffer.alloc(0), "text/plain")).toBe("file_empty");
    expect(await codeOf(full, "text/plain")).toBe("text/plain");
    expect(await codeOf(Buffer.concat([full, full.subarray(0, 1)]), "text/plain")).toBe(
      "file_too_large",
    );
  });
});
