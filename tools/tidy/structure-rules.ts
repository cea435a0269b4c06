import path from "node:path";
import ts from "typescript";
import { lineRule, type Rule, syntaxRule } from "./rule.ts";
import type { SourceFile } from "./source-files.ts";

const STATEMENTS = [
  /^\s*(select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s)/i,
  /^\s*(with\s+\S+\s+as\s*\(|(create|alter|drop)\s+(table|index|type|role)\s)/i,
];

const isServerWithoutSql = ({ path: file, isTest }: SourceFile) =>
  file.startsWith("apps/server/src/") &&
  !isTest &&
  !/\.(repository|migration)\.ts$|\/migrations\//.test(file);

/** Catches an SQL statement passed as text, which the import rule cannot see. */
const strayStatement = syntaxRule("stray-sql", isServerWithoutSql, (node) => {
  const text =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? node.head.text
        : "";
  return STATEMENTS.some((statement) => statement.test(text))
    ? "SQL belongs in a *.repository.ts."
    : undefined;
});

const isScriptOfWorkspace = ({ path: file }: SourceFile) => workspaceOf(file) !== undefined;

/** A workspace is imported by its name, so that its `exports` determine which parts are public. */
const sideEntrance = syntaxRule("side-entrance", isScriptOfWorkspace, (node, file) => {
  if (!ts.isStringLiteral(node) || !node.text.startsWith("..") || !isModuleName(node)) {
    return undefined;
  }
  const target = path.posix.join(path.posix.dirname(file.path), node.text);
  const own = workspaceOf(file.path);
  const other = workspaceOf(target);
  return other !== undefined && other !== own ? `Import ${other} by its name.` : undefined;
});

function workspaceOf(file: string): string | undefined {
  return /^((packages|apps)\/[^/]+|e2e|bench)\//.exec(file)?.[1];
}

function isModuleName(node: ts.StringLiteral): boolean {
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
  );
}

/** `x as unknown as T` tells the compiler something untrue. */
const doubleCast = syntaxRule(
  "double-cast",
  () => true,
  (node) =>
    ts.isAsExpression(node) &&
    ts.isAsExpression(node.expression) &&
    node.expression.type.kind === ts.SyntaxKind.UnknownKeyword
      ? "Two casts in a row: check the value instead."
      : undefined,
);

/** Split, so that this file passes its own rule. */
const COMPILER_SILENCER = new RegExp(`@ts-${"(ignore|nocheck|expect-error)"}`);

const silencedCompiler = lineRule(
  "silenced-compiler",
  () => true,
  (line) => (COMPILER_SILENCER.test(line) ? "Fix the type instead of silencing it." : undefined),
);

const TESTS = new Set(["it", "test", "describe"]);
const LEFT_OUT = new Set(["skip", "only", "todo", "fixme", "fails", "skipIf", "runIf"]);

/** A skipped test proves nothing, and a test marked `only` hides the others. */
const leftOutTest = syntaxRule(
  "left-out-test",
  ({ isTest }) => isTest,
  (node) =>
    ts.isPropertyAccessExpression(node) &&
    LEFT_OUT.has(node.name.text) &&
    TESTS.has(node.expression.getText().split(".")[0] ?? "")
      ? `${node.getText()}: every test runs, every time.`
      : undefined,
);

const isPage = ({ path: file, isTest }: SourceFile) =>
  file.startsWith("apps/web/src/") && file.endsWith(".tsx") && !isTest;

/**
 * Callbacks passed to `mutate()` are dropped when the component unmounts, and the message that they
 * would show is lost.
 */
const lostToast = syntaxRule("lost-toast", isPage, (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === "mutate" &&
  node.arguments.some((argument) => argument.getText().includes("showToast("))
    ? "Say it by tellOutcome(): these callbacks die with the component."
    : undefined,
);

const FEATURES = "apps/web/src/features";
/**
 * Forms without a draft to check: search fields, amounts and addresses that the server judges while
 * they are typed, and messages that an outbox keeps.
 */
const FORMS_WITHOUT_DRAFT = new Set([
  `${FEATURES}/back-office/announcements/manage/announcement-filters.tsx`,
  `${FEATURES}/back-office/support/thread/composer.tsx`,
  `${FEATURES}/cards/my-cards/funding/amount-step.tsx`,
  `${FEATURES}/money-movement/exchange/exchange-form.tsx`,
  `${FEATURES}/money-movement/payouts/add-address-sheet.tsx`,
  `${FEATURES}/money-movement/payouts/withdraw-form.tsx`,
]);

/** Every file of the console, since a hook in a `.ts` file can handle a submission, too. */
const isForm = ({ path: file, isTest }: SourceFile) =>
  file.startsWith("apps/web/src/") && !isTest && !FORMS_WITHOUT_DRAFT.has(file);

/** A form that handles its own submission also has errors, focus and a busy state of its own. */
const formWithoutHook = syntaxRule("form-without-hook", isForm, (node) => {
  const isOwnHandler =
    ts.isJsxAttribute(node) &&
    node.name.getText() === "onSubmit" &&
    node.initializer?.getText().includes(".preventDefault()") === true;
  const isOwnEvent = ts.isImportSpecifier(node) && node.name.text === "FormEvent";
  return isOwnHandler || isOwnEvent
    ? "Submit the form by useForm (ui/form/use-form.ts)."
    : undefined;
});

const isServerScript = ({ path: file, isTest }: SourceFile) =>
  file.startsWith("apps/server/src/") && !isTest && file !== "apps/server/src/platform/service.ts";

/** Matches a map key type that is a context, or a part that identifies a context. */
const CONTEXT_TYPE = /\b(AppContext|TestContext|Db)\b/;
const WEAK = new Set(["WeakMap", "WeakSet"]);

/**
 * A map from contexts to instances is a hidden service registry. Anything kept per context should
 * be a service, which is visible in types and can be replaced in tests.
 */
const hiddenService = syntaxRule("hidden-service", isServerScript, (node) => {
  const isWeak =
    (ts.isTypeReferenceNode(node) && WEAK.has(node.typeName.getText())) ||
    (ts.isNewExpression(node) && WEAK.has(node.expression.getText()));
  const [key] = isWeak ? (node.typeArguments ?? []) : [];
  return key !== undefined && CONTEXT_TYPE.test(key.getText())
    ? "Define a service (platform/service.ts) and reach it by context.use()."
    : undefined;
});

export const structureRules: readonly Rule[] = [
  strayStatement,
  sideEntrance,
  doubleCast,
  silencedCompiler,
  leftOutTest,
  lostToast,
  formWithoutHook,
  hiddenService,
];
