import { createRequire } from "node:module";
import path from "node:path";
import ts from "typescript";
import type { SourceFile } from "./tidy/source-files.ts";

const { MODULE, SERVER } = createRequire(import.meta.url)("./server-modules.cjs") as {
  readonly MODULE: string;
  readonly SERVER: string;
};

const IN_MODULE = new RegExp(`^(${MODULE})/`);
const LIST = `${SERVER}modules.ts`;
/** Files that register something: a route, a job, or data that is sealed. */
const REGISTERS = /\.routes\.ts$|\/start-[^/]+\.ts$|\/reseal-[^/]+\.ts$/;

export const MANIFEST_RULES = [
  "module-has-a-manifest",
  "manifest-is-listed",
  "needs-are-the-imports",
] as const;

/** A violation of a rule about module manifests. */
export interface ManifestProblem {
  readonly path: string;
  readonly rule: (typeof MANIFEST_RULES)[number];
  readonly message: string;
}

interface Manifest {
  readonly file: SourceFile;
  readonly name: string;
  readonly needs: readonly string[];
}

function moduleOf(file: string): string | undefined {
  return IN_MODULE.exec(file)?.[1];
}

/** Lists the files that a file imports, by path relative to the root; packages are left out. */
function importsOf(file: SourceFile): readonly string[] {
  return file.syntax().statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    const target = isImport ? statement.moduleSpecifier : undefined;
    return target !== undefined && ts.isStringLiteral(target) && target.text.startsWith(".")
      ? [path.posix.join(path.posix.dirname(file.path), target.text)]
      : [];
  });
}

/** Reads `name` and `needs` from the source of a manifest. */
function readManifest(file: SourceFile): Manifest {
  let name = "";
  let needs: readonly string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) {
      const { initializer } = node;
      if (node.name.getText() === "name" && ts.isStringLiteral(initializer)) {
        name = initializer.text;
      }
      if (node.name.getText() === "needs" && ts.isArrayLiteralExpression(initializer)) {
        needs = initializer.elements.filter(ts.isStringLiteral).map(({ text }) => text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file.syntax());
  return { file, name, needs };
}

/**
 * Checks the manifests of all modules in a tree: each module has a manifest, modules.ts lists it,
 * and its `needs` are exactly the modules that its files import. Tests may import more.
 */
export function checkManifests(all: readonly SourceFile[]): readonly ManifestProblem[] {
  const files = all.filter(
    ({ path: file, isTest }) => moduleOf(file) !== undefined && !isTest && !isFixture(file),
  );
  const manifests = new Map(
    files
      .filter((file) => isManifest(file.path))
      .map((file) => [moduleOf(file.path), readManifest(file)] as const),
  );
  const list = all.find((file) => file.path === LIST);
  const listed = new Set(list === undefined ? [] : importsOf(list));
  const byFolder = Map.groupBy(files, (file) => moduleOf(file.path) ?? "");
  return [...byFolder].flatMap(([folder, own]) => {
    const manifest = manifests.get(folder);
    return manifest === undefined
      ? missing(folder, own)
      : [...unlisted(manifest, listed), ...wrongNeeds(manifest, needsOf(folder, own, manifests))];
  });
}

function isManifest(file: string): boolean {
  return file.endsWith(".module.ts");
}

function isFixture(file: string): boolean {
  return file.endsWith(".fixtures.ts");
}

function missing(folder: string, own: readonly SourceFile[]): readonly ManifestProblem[] {
  const entry =
    own.find((file) => file.path === `${folder}/index.ts`) ??
    own.find((file) => REGISTERS.test(file.path));
  const name = path.posix.basename(folder);
  return entry === undefined
    ? []
    : [
        {
          path: entry.path,
          rule: "module-has-a-manifest",
          message: `Define the manifest of ${folder} in ${name}.module.ts.`,
        },
      ];
}

function unlisted({ file }: Manifest, listed: ReadonlySet<string>): readonly ManifestProblem[] {
  return listed.has(file.path)
    ? []
    : [{ path: file.path, rule: "manifest-is-listed", message: `List it in ${LIST}.` }];
}

/** Returns the sorted names of the modules that a module's files import. */
function needsOf(
  folder: string,
  own: readonly SourceFile[],
  manifests: ReadonlyMap<string | undefined, Manifest>,
): readonly string[] {
  const imported = own
    .filter((file) => !isManifest(file.path))
    .flatMap((file) => importsOf(file).map(moduleOf))
    .filter((other) => other !== undefined && other !== folder);
  return [...new Set(imported)].map((other) => manifests.get(other)?.name ?? `${other}`).sort();
}

function wrongNeeds(
  { file, needs }: Manifest,
  imported: readonly string[],
): readonly ManifestProblem[] {
  const asWritten = needs.join(", ");
  const asImported = imported.join(", ");
  return asWritten === asImported
    ? []
    : [
        {
          path: file.path,
          rule: "needs-are-the-imports",
          message: `It needs [${asImported}], sorted, and says [${asWritten}].`,
        },
      ];
}
