import { DOMParser, DOMSerializer, type Node, Schema, type Slice } from "prosemirror-model";
import { cleanFragment } from "../../clean-announcement.ts";

/**
 * The document schema of announcements. It allows exactly what the sanitizers on the client and on
 * the server allow.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: {
      content: "inline*",
      group: "block",
      parseDOM: [{ tag: "p" }],
      toDOM: () => ["p", 0],
    },
    heading: {
      attrs: { level: { default: 3 } },
      content: "inline*",
      group: "block",
      defining: true,
      parseDOM: [
        { tag: "h1", attrs: { level: 3 } },
        { tag: "h2", attrs: { level: 3 } },
        { tag: "h3", attrs: { level: 3 } },
        { tag: "h4", attrs: { level: 4 } },
        { tag: "h5", attrs: { level: 4 } },
        { tag: "h6", attrs: { level: 4 } },
      ],
      toDOM: (node) => [node.attrs.level === 4 ? "h4" : "h3", 0],
    },
    blockquote: {
      content: "block+",
      group: "block",
      defining: true,
      parseDOM: [{ tag: "blockquote" }],
      toDOM: () => ["blockquote", 0],
    },
    bullet_list: {
      content: "list_item+",
      group: "block",
      parseDOM: [{ tag: "ul" }],
      toDOM: () => ["ul", 0],
    },
    ordered_list: {
      content: "list_item+",
      group: "block",
      parseDOM: [{ tag: "ol" }],
      toDOM: () => ["ol", 0],
    },
    list_item: {
      content: "paragraph block*",
      defining: true,
      parseDOM: [{ tag: "li" }],
      toDOM: () => ["li", 0],
    },
    hard_break: {
      inline: true,
      group: "inline",
      selectable: false,
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"],
    },
    text: { group: "inline" },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        { tag: "a[href]", getAttrs: (element) => ({ href: element.getAttribute("href") }) },
      ],
      toDOM: (mark) => ["a", { href: mark.attrs.href }, 0],
    },
    strong: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
    em: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
    underline: { parseDOM: [{ tag: "u" }], toDOM: () => ["u", 0] },
    strike: { parseDOM: [{ tag: "s" }], toDOM: () => ["s", 0] },
    code: { code: true, parseDOM: [{ tag: "code" }], toDOM: () => ["code", 0] },
  },
});

const parser = DOMParser.fromSchema(schema);
const serializer = DOMSerializer.fromSchema(schema);

/** Parses HTML from any source into a document; disallowed content is removed. */
export function parseText(html: string): Node {
  return parser.parse(cleanFragment(html));
}

/** Parses pasted or dropped HTML into a document slice that can be inserted. */
export function parsePasted(html: string): Slice {
  return parser.parseSlice(cleanFragment(html));
}

/** Unwraps paragraphs in list items, which would only add spacing. */
function unwrapItems(root: HTMLElement): void {
  for (const item of root.querySelectorAll("li")) {
    const [first] = item.children;
    if (first?.tagName === "P" && item.querySelectorAll(":scope > p").length === 1) {
      first.replaceWith(...first.childNodes);
    }
  }
}

/** Serializes a document to the HTML that is saved; empty if there is no text. */
export function htmlOf(doc: Node): string {
  if (doc.textContent.trim() === "") {
    return "";
  }
  const root = document.createElement("div");
  root.append(serializer.serializeFragment(doc.content, { document }));
  unwrapItems(root);
  return root.innerHTML;
}
