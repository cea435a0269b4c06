import ts from "typescript";
import { type Rule, syntaxRule } from "./rule.ts";
import type { SourceFile } from "./source-files.ts";

/** Attributes whose text people read or hear. */
const READ_ATTRIBUTES = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);
/** Lingui's elements, whose children are the source text for translation. */
const TRANSLATING = new Set(["Trans", "Plural", "Select", "SelectOrdinal"]);
/** Names written the same way in every language. */
const PROPER_NAMES = /\b(Tessera|USD|CNY|EUR|USDT|USDC|TRC20|ERC20|CVV)\b/g;

/** Draws the card networks' logos, letter by letter. */
const WORDMARKS = "apps/web/src/ui/card-face/network-mark.tsx";

const isConsole = ({ path, isTest }: SourceFile) =>
  path.startsWith("apps/web/src/") && path.endsWith(".tsx") && path !== WORDMARKS && !isTest;

/** Texts in the console are translated: JSX contains letters only through Lingui. */
const untranslated = syntaxRule("untranslated-text", isConsole, (node) => {
  if (ts.isJsxText(node)) {
    return complain(node.text, node);
  }
  if (ts.isJsxAttribute(node)) {
    const isRead = READ_ATTRIBUTES.has(node.name.getText());
    return isRead ? complainAny(literals(node.initializer), node) : undefined;
  }
  // A `{"text"}` expression between two tags. An attribute's braces are checked with the attribute.
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
    return complainAny(literals(node), node);
  }
  return undefined;
});

/**
 * Returns the possible texts of an expression: its own text, or the texts of both branches of a
 * conditional.
 */
function literals(node: ts.Node | undefined): readonly string[] {
  if (node === undefined) {
    return [];
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return [node.text];
  }
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  }
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
    return literals(node.expression);
  }
  if (ts.isConditionalExpression(node)) {
    return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  }
  if (ts.isBinaryExpression(node) && isTextOperator(node.operatorToken.kind)) {
    return [...literals(node.left), ...literals(node.right)];
  }
  return [];
}

function isTextOperator(kind: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.PlusToken,
  ].includes(kind);
}

function complainAny(texts: readonly string[], node: ts.Node): string | undefined {
  return texts.map((text) => complain(text, node)).find((message) => message !== undefined);
}

function complain(text: string, node: ts.Node): string | undefined {
  const hasLetters = /\p{L}/u.test(text.replace(PROPER_NAMES, ""));
  return hasLetters && !isInsideTranslation(node)
    ? `"${text.trim()}" is not translated: use <Trans> or t.`
    : undefined;
}

function isInsideTranslation(node: ts.Node): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (ts.isJsxElement(above) && TRANSLATING.has(above.openingElement.tagName.getText())) {
      return true;
    }
  }
  return false;
}

export const textRules: readonly Rule[] = [untranslated];
