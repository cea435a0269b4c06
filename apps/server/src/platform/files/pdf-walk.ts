import { inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
} from "@cantoo/pdf-lib";
import {
  activeEntry,
  activeInBytes,
  activeName,
  hidesObjects,
  plainNames,
} from "./pdf-content.policy.ts";
import { objectStarts } from "./pdf-object-starts.policy.ts";

/** The result of {@link walkPdf}. */
export type PdfFinding =
  | { readonly kind: "harmless" }
  /** Active content. `what` describes the content for the log. */
  | { readonly kind: "active"; readonly what: string }
  /** A file that is not a PDF or cannot be read to its end. */
  | { readonly kind: "unreadable"; readonly why: string };

/** Maximum number of objects. An ordinary 5 MB document has a few thousand. */
const MAX_OBJECTS = 200_000;
/** Maximum total size of a file's object streams after decompression. */
const MAX_UNPACKED_BYTES = 32 * 1_024 * 1_024;

class ActiveContentError extends Error {}

function refuse(what: string | undefined): void {
  if (what !== undefined) {
    throw new ActiveContentError(what);
  }
}

function nameOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFName ? value.decodeText() : undefined;
}

/**
 * A parser that inspects every object as it is read. This includes objects that a later revision
 * replaces, because a PDF reader that interprets the cross-reference table differently might show
 * them.
 */
class WatchfulParser extends PDFParser {
  /**
   * The first finding. Stored here because the parser would replace the error with a different one.
   */
  found: ActiveContentError | undefined;
  readonly openActions: PDFObject[] = [];
  readonly versions = new Map<PDFRef, PDFObject[]>();
  /** For each object that was read, the offset just after its number. */
  readonly starts = new Set<number>();
  #depth = 0;
  #objects = 0;
  #unpackedBytes = 0;

  constructor(bytes: Uint8Array) {
    super(bytes, Number.POSITIVE_INFINITY, true);
    const { context } = this;
    const assign = context.assign.bind(context);
    context.assign = (ref, object) => {
      this.#watched(() => this.#look(object));
      this.versions.set(ref, [...(this.versions.get(ref) ?? []), object]);
      assign(ref, object);
    };
  }

  override parseObject(ref?: PDFRef): PDFObject {
    if (this.#depth === 0) {
      this.starts.add(this.bytes.offset());
    }
    this.#depth += 1;
    const object = super.parseObject(ref);
    this.#depth -= 1;
    if (object instanceof PDFRawStream) {
      this.#watched(() => this.#lookInside(object));
    }
    if (this.#depth === 0 && ref === undefined) {
      // Checks an object in the trailer, whose entries are not part of any numbered object.
      this.#watched(() => this.#look(object));
    }
    return object;
  }

  #watched(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.found ??= error instanceof ActiveContentError ? error : undefined;
      throw error;
    }
  }

  #look(object: PDFObject): void {
    this.#objects += 1;
    if (this.#objects > MAX_OBJECTS) {
      throw new ActiveContentError("more objects than any document has");
    }
    if (object instanceof PDFName) {
      const name = object.decodeText();
      refuse(activeName(name) ?? activeEntry("Subtype", name));
    } else if (object instanceof PDFArray) {
      for (const one of object.asArray()) {
        this.#look(one);
      }
    } else if (object instanceof PDFDict) {
      this.#lookAtEntries(object);
    } else if (object instanceof PDFRawStream) {
      this.#lookAtEntries(object.dict);
    }
  }

  #lookAtEntries(dict: PDFDict): void {
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText();
      refuse(activeName(name) ?? activeEntry(name, nameOf(value)));
      if (name === "OpenAction") {
        this.openActions.push(value);
      }
      if (value instanceof PDFName) {
        refuse(activeName(value.decodeText()));
      } else {
        this.#look(value);
      }
    }
  }

  /** Decompresses object streams within limits, before the parser does so without limits. */
  #lookInside({ dict, contents }: PDFRawStream): void {
    refuse(dict.has(PDFName.of("F")) ? "a link to another file" : undefined);
    const type = nameOf(dict.lookup(PDFName.of("Type")));
    const holdsObjects = type === "ObjStm" || dict.has(PDFName.of("First"));
    if (holdsObjects || type === "XRef") {
      const names = plainNames(this.#unpack(dict, contents, holdsObjects));
      refuse(holdsObjects ? activeInBytes(names) : undefined);
      return;
    }
    refuse(hidesObjects(plainNames(contents)) ? "objects hidden in other data" : undefined);
  }

  #unpack(dict: PDFDict, contents: Uint8Array, holdsObjects: boolean): Uint8Array {
    const filters = dict.lookup(PDFName.of("Filter"));
    const given = dict.has(PDFName.of("Filter"));
    const only = filters instanceof PDFArray && filters.size() === 1 ? filters.lookup(0) : filters;
    if (holdsObjects && dict.has(PDFName.of("DecodeParms"))) {
      throw new ActiveContentError("an object stream with an unusual filter");
    }
    if (given && nameOf(only) !== "FlateDecode") {
      throw new ActiveContentError("an object stream with an unusual filter");
    }
    const left = MAX_UNPACKED_BYTES - this.#unpackedBytes;
    if (!given) {
      return contents;
    }
    try {
      const unpacked = inflateSync(contents, { maxOutputLength: Math.max(1, left) });
      this.#unpackedBytes += unpacked.length;
      return unpacked;
    } catch (error) {
      if (error instanceof RangeError) {
        throw new ActiveContentError("object streams above the size limit");
      }
      throw error;
    }
  }
}

/** Returns whether an open action only jumps to a place in the document. */
function isPlace(parser: WatchfulParser, value: PDFObject, depth = 0): boolean {
  if (value instanceof PDFRef) {
    const versions = parser.versions.get(value) ?? [];
    return depth < 3 && versions.every((one) => isPlace(parser, one, depth + 1));
  }
  return !(value instanceof PDFDict) || nameOf(value.lookup(PDFName.of("S"))) === "GoTo";
}

/**
 * Reads every object of a PDF, including object streams and earlier revisions, and looks for active
 * content. Run this where it can be terminated, since a malicious file can take a very long time to
 * read.
 */
export async function walkPdf(bytes: Uint8Array): Promise<PdfFinding> {
  const inBytes = activeInBytes(plainNames(bytes));
  if (inBytes !== undefined) {
    return { kind: "active", what: inBytes };
  }
  const parser = new WatchfulParser(bytes);
  try {
    await parser.parseDocument();
    if (objectStarts(bytes).some((start) => !parser.starts.has(start))) {
      return { kind: "active", what: "objects hidden in other data" };
    }
    if (!parser.openActions.every((one) => isPlace(parser, one))) {
      return { kind: "active", what: "an action when it opens" };
    }
    return parser.versions.size === 0
      ? { kind: "unreadable", why: "it has no objects" }
      : { kind: "harmless" };
  } catch (error) {
    return parser.found === undefined
      ? { kind: "unreadable", why: String(error).slice(0, 200) }
      : { kind: "active", what: parser.found.message };
  }
}
