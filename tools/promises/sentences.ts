/**
 * Matches the end of a sentence: the punctuation, possibly a closing quote, and whitespace before
 * the next sentence.
 */
const SENTENCE_END = /(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[A-Z0-9`{])/;

/** Matches a line that starts a separate paragraph: a bulleted or numbered list item. */
const LIST_ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

/** Returns the sentences of a paragraph, without the bullet of a list item. */
export function sentencesOf(paragraph: string): readonly string[] {
  const text = plainText(paragraph.replace(LIST_ITEM, ""));
  return text === "" ? [] : text.split(SENTENCE_END);
}

/** Matches a code block, capturing its language and content. */
const CODE = /^```(\w*)\n([\s\S]*?)^```$/m;
const TABLE_RULE = /^\|[-|\s:]+\|$/;

/**
 * Returns the sentences of a Markdown document, in order. Headings, paragraphs and list items are
 * split into sentences; a table row counts as one; from commands, only those explained by a comment
 * are included. Diagrams, table headers and rows that `isOwnTable` accepts are left out.
 */
export function sentencesOfMarkdown(
  markdown: string,
  isOwnTable: (row: string) => boolean = () => false,
): readonly string[] {
  // The parts repeat in this sequence: text, language, code.
  const parts = markdown.split(new RegExp(CODE, "gm"));
  return parts.flatMap((part, index) => {
    if (index % 3 === 0) {
      return sentencesOfProse(part, isOwnTable);
    }
    const isCommands = index % 3 === 2 && parts[index - 1] === "sh";
    const explained = part.split("\n").filter((line) => isCommands && /\s# /.test(line));
    return explained.map(plainText);
  });
}

function sentencesOfProse(text: string, isOwnTable: (row: string) => boolean): readonly string[] {
  const lines = text.split("\n");
  const found: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    found.push(...sentencesOf(paragraph.join(" ")));
    paragraph = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || LIST_ITEM.test(line) || /^[#|]/.test(line)) {
      endParagraph();
    }
    if (line.startsWith("#")) {
      found.push(plainText(line.replace(/^#+\s*/, "")));
    } else if (line.startsWith("|")) {
      const isHead = TABLE_RULE.test(line) || TABLE_RULE.test(lines[index + 1] ?? "");
      found.push(...(isHead || isOwnTable(line) ? [] : [cellsOf(line).join(" | ")]));
    } else {
      paragraph.push(line.trim());
    }
  }
  endParagraph();
  return found;
}

/** Returns the cells of a Markdown table row as plain text. */
export function cellsOf(row: string): readonly string[] {
  return row.split("|").slice(1, -1).map(plainText);
}

/** Removes Markdown's markup: link targets, emphasis and line breaks. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .replace(/\s+/g, " ")
    .trim();
}
