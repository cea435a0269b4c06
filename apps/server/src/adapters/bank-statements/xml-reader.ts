import { SaxesParser, type SaxesTagNS } from "saxes";
import type { StatementProblems } from "./statement-problem.ts";

/** Limits that no statement reaches, and that stop files made to exhaust the server. */
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 16;
/** Characters between two tags, such as of one text, attribute or comment. */
const MAX_BETWEEN_TAGS = 131_072;

/** An element as its end is reached. */
export interface ClosedElement {
  /** The names from the root, such as `Document/BkToCstmrStmt/GrpHdr`. */
  readonly path: string;
  /** The text directly inside it, after its last child, trimmed. */
  readonly text: string;
  readonly currency: string | undefined;
  /** The line where it ends. */
  readonly line: number;
}

/** An element as it begins. */
export interface OpenedElement {
  readonly path: string;
  readonly name: string;
  /** The name of the element around it; empty for the root. */
  readonly parent: string;
  /** How many elements are around it. */
  readonly depth: number;
  readonly line: number;
}

export interface XmlTarget {
  /** Called with the namespace of the root element. Stops if it is the wrong one. */
  root(name: string, namespace: string, line: number): void;
  opened(element: OpenedElement): void;
  closed(element: ClosedElement): void;
}

interface OpenElement {
  readonly path: string;
  readonly name: string;
  readonly currency: string | undefined;
  text: string;
}

/**
 * Reads well-formed XML 1.0 in UTF-8, piece by piece. Stops at a document type, an entity beyond
 * the five of XML, a processing instruction, and anything nested or sized unlike a statement.
 * Elements of other namespaces, such as signatures, are refused except inside `SplmtryData`.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #open: OpenElement[] = [];
  readonly #target: XmlTarget;
  readonly #problems: StatementProblems;
  #namespace: string | undefined;
  #foreignDepth = 0;
  #lastTagAt = 0;
  #written = 0;

  constructor(target: XmlTarget, problems: StatementProblems) {
    this.#target = target;
    this.#problems = problems;
    const parser = this.#parser;
    parser.on("error", (error) => {
      // The message begins with the place, which the problem names itself.
      this.#stop("not_xml", error.message.replace(/^\d+:\d+: /, ""));
    });
    parser.on("doctype", () => this.#stop("document_type", ""));
    parser.on("processinginstruction", ({ target: name }) =>
      this.#stop("processing_instruction", name),
    );
    parser.on("xmldecl", ({ encoding, version }) => {
      if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding)) {
        this.#stop("not_utf8", encoding);
      }
      if (version !== undefined && version !== "1.0") {
        this.#stop("not_xml", `XML ${version}`);
      }
    });
    parser.on("opentag", (tag) => this.#opened(tag));
    parser.on("closetag", () => this.#closed());
    const append = (text: string) => {
      const at = this.#open.at(-1);
      if (at !== undefined) {
        at.text += text;
      }
    };
    parser.on("text", append);
    parser.on("cdata", append);
  }

  /** Reads the next piece. */
  write(piece: string): void {
    this.#parser.write(piece);
    // The parser's own position is only right while it reads.
    this.#written += piece.length;
    if (this.#written - this.#lastTagAt > MAX_BETWEEN_TAGS) {
      this.#stop("too_long", "");
    }
  }

  /** Reads the end of the file. */
  close(): void {
    this.#parser.close();
  }

  #stop(code: Parameters<StatementProblems["stop"]>[0], value: string): never {
    return this.#problems.stop(code, this.#parser.line, value);
  }

  #opened(tag: SaxesTagNS): void {
    this.#lastTagAt = this.#parser.position;
    const { line } = this.#parser;
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.#namespace = tag.uri;
      this.#target.root(tag.local, tag.uri, line);
    }
    if (this.#open.length >= MAX_DEPTH) {
      this.#stop("too_deep", String(MAX_DEPTH));
    }
    if (Object.keys(tag.attributes).length > MAX_ATTRIBUTES) {
      this.#stop("too_long", "");
    }
    if (parent !== undefined) {
      // An element with children has no text of its own, only the space between them.
      parent.text = "";
    }
    const path = parent === undefined ? tag.local : `${parent.path}/${tag.local}`;
    this.#open.push({ path, name: tag.local, currency: tag.attributes.Ccy?.value, text: "" });
    if (this.#foreignDepth > 0 || tag.local === "SplmtryData") {
      this.#foreignDepth += 1;
    }
    if (this.#foreignDepth > 1) {
      return;
    }
    if (tag.uri !== this.#namespace) {
      this.#stop("wrong_element", tag.name);
    }
    const depth = this.#open.length - 1;
    this.#target.opened({ path, name: tag.local, parent: parent?.name ?? "", depth, line });
  }

  #closed(): void {
    this.#lastTagAt = this.#parser.position;
    const element = this.#open.pop();
    if (this.#foreignDepth > 0) {
      this.#foreignDepth -= 1;
      return;
    }
    if (element !== undefined) {
      const { path, currency } = element;
      this.#target.closed({ path, currency, text: element.text.trim(), line: this.#parser.line });
    }
  }
}
