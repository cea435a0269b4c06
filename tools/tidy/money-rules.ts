import ts from "typescript";
import { type Rule, syntaxRule } from "./rule.ts";
import type { SourceFile } from "./source-files.ts";

/** Matches the name of an amount of money, or of a rate by which money is multiplied. */
const MONEY_NAME = /amount|balance|fee|price|total|minor|available|credit|debit|spent|basisPoints/i;
/** Matches a name that counts, identifies or measures something else. */
const OTHER_UNIT = /(count|id|ms|seconds|width|height|length)$/i;

/** The mosaic is drawn with floating-point numbers. It involves no money. */
const DRAWING = "apps/web/src/ui/mosaic/";

const isProduct = ({ path, isTest }: SourceFile) =>
  /^(packages|apps)\/[^/]+\/src\//.test(path) && !path.startsWith(DRAWING) && !isTest;

const isMoneyName = (name: string) => MONEY_NAME.test(name) && !OTHER_UNIT.test(name);

const roundedText = "toFixed rounds a float: format money with @tessera/money.";

/**
 * Money is bigint minor units inside the product and a decimal string on the wire; converting it to
 * a float would lose cents. `toFixed` and `parseFloat` are rejected everywhere in the product;
 * `Number(...)` and unary plus are rejected if the name of their operand suggests money.
 */
const floatingMoney = syntaxRule("floating-money", isProduct, (node) => {
  if (ts.isPropertyAccessExpression(node) && node.name.text === "toFixed") {
    return roundedText;
  }
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText();
    if (/^(Number\.)?parseFloat$/.test(callee)) {
      return "parseFloat makes a float: parse money with @tessera/money.";
    }
    const reads = node.arguments.map((argument) => argument.getText()).join(" ");
    return /^(Number|(Number\.)?parseInt)$/.test(callee) && isMoneyName(reads)
      ? `${callee} makes a float of ${reads}: keep money a bigint or a decimal string.`
      : undefined;
  }
  return ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.PlusToken &&
    isMoneyName(node.operand.getText())
    ? `+${node.operand.getText()} makes a float: keep money a bigint or a decimal string.`
    : undefined;
});

const isConsole = ({ path, isTest }: SourceFile) => path.startsWith("apps/web/src/") && !isTest;

/** Matches the names of functions that React's compiler rewrites: components and hooks. */
const COMPILED_NAME = /^(use)?[A-Z]/;

/** Returns the name of a function, or of the variable that it is assigned to. */
function nameOf(node: ts.SignatureDeclaration): string {
  let { parent } = node;
  // memo(() => …) and forwardRef(…) are compiled under the name of their variable.
  while (ts.isCallExpression(parent) || ts.isParenthesizedExpression(parent)) {
    ({ parent } = parent);
  }
  const name = node.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
  return name?.getText() ?? "";
}

function isCompiled(node: ts.Node): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (ts.isFunctionLike(above) && COMPILED_NAME.test(nameOf(above))) {
      return true;
    }
  }
  return false;
}

/**
 * React's compiler replaces some bigint literals in components and hooks by undefined, also in
 * functions that they contain. Tests do not use the compiler, so they would pass.
 */
const compiledBigint = syntaxRule("compiled-bigint", isConsole, (node) =>
  ts.isBigIntLiteral(node) && !ts.isLiteralTypeNode(node.parent) && isCompiled(node)
    ? `React's compiler may make ${node.text} undefined: use ZERO (lib/zero.ts) or a constant.`
    : undefined,
);

export const moneyRules: readonly Rule[] = [floatingMoney, compiledBigint];
