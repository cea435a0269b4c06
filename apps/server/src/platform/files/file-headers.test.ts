import type { FileKind } from "@tessera/contract/files";
import { describe, expect, it } from "vitest";
import { fileHeaders, kindNamed, mediaTypeOf, nameFor } from "./file-headers.ts";

describe("a downloaded file", () => {
  it("is never rendered as a page", () => {
    const headers = fileHeaders({ kind: "text/plain", name: "收据.html", bytes: 12 });
    expect(headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition":
        "attachment; filename=\"__.html.txt\"; filename*=UTF-8''%E6%94%B6%E6%8D%AE.html.txt",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-store",
    });
  });

  it("has a name that cannot break out of its header", () => {
    const { "content-disposition": said } = fileHeaders({
      kind: "application/pdf",
      name: 'a"; filename="b\\.pdf',
      bytes: 1,
    });
    expect(said).toBe(
      'attachment; filename="a_; filename=_b_.pdf"; ' +
        "filename*=UTF-8''a%22%3B%20filename%3D%22b_.pdf",
    );
  });

  it("is served as a generic byte stream if a browser would otherwise open it", () => {
    const typeOf = (kind: FileKind) => fileHeaders({ kind, name: "a", bytes: 1 })["content-type"];
    expect(typeOf("application/pdf")).toBe("application/octet-stream");
    expect(typeOf("image/png")).toBe("image/png");
  });

  it("keeps an extension that matches its file type", () => {
    expect(nameFor("image/jpeg", "a.JPEG")).toBe("a.JPEG");
    expect(nameFor("application/pdf", "a.exe")).toBe("a.exe.pdf");
    expect(nameFor("image/png", "x".repeat(120))).toBe(`${"x".repeat(116)}.png`);
  });

  it("has a name without paths or reordered letters", () => {
    expect(nameFor("application/pdf", "../../etc/a.pdf")).toBe(".._.._etc_a.pdf");
    expect(nameFor("application/pdf", "C:\\a.pdf")).toBe("C__a.pdf");
    expect(nameFor("application/pdf", "a\u202efdp.exe")).toBe("a_fdp.exe.pdf");
  });
});

describe("a file's claimed type", () => {
  it("is taken from its media type, regardless of how it is spelled", () => {
    expect(mediaTypeOf("IMAGE/PNG ; charset=utf-8")).toBe("image/png");
    expect(mediaTypeOf(undefined)).toBe("");
  });

  it("is taken from its file name extension", () => {
    expect(kindNamed("a.b.JPEG ")).toBe("image/jpeg");
    expect(kindNamed("a.pdf.txt")).toBe("text/plain");
    expect(kindNamed("pdf")).toBeUndefined();
    expect(kindNamed("a.html")).toBeUndefined();
  });
});
