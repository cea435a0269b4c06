import { globSync } from "node:fs";
import type * as z from "zod/mini";
import { fromRoot } from "../../../scripts/repository.ts";

/** A schema that the contract exports, and so has a name. */
export interface NamedSchema {
  /** The name of its type: `CardSegment` for `cardSegment`. */
  readonly name: string;
  readonly exportName: string;
  /** The file in which it is declared, relative to the repository's root. */
  readonly file: string;
}

/** Texts with a meaning: the types have their names, which say what a `string` is. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ["amount", "Amount"],
  ["amountInput", "Amount"],
  ["amountInputOrZero", "Amount"],
  ["exactAmountInput", "Amount"],
  ["merchantAmount", "Amount"],
  ["merchantAmountInput", "Amount"],
  ["merchantAmountInputOrZero", "Amount"],
  ["timestamp", "Timestamp"],
  ["timeInput", "Timestamp"],
]);

/** Names of schemas whose own name another file has, too. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["packages/contract/src/insights/bills.schemas.ts exchange", "CurrencyConversion"],
]);

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

/** Loads the contract's schemas. The first file in which a schema is declared names it. */
export async function namedSchemas(): Promise<ReadonlyMap<z.ZodMiniType, NamedSchema>> {
  const named = new Map<z.ZodMiniType, NamedSchema>();
  const src = "packages/contract/src";
  const files = globSync(
    [`${src}/fields.ts`, `${src}/errors/problem.ts`, `${src}/**/*.schemas.ts`],
    {
      cwd: fromRoot(),
    },
  );
  for (const file of files.map((one) => one.replaceAll("\\", "/")).sort()) {
    const module = (await import(fromRoot(file))) as Readonly<Record<string, unknown>>;
    for (const [exportName, schema] of Object.entries(module)) {
      if (isSchema(schema) && !named.has(schema)) {
        named.set(schema, { name: typeName(file, exportName), exportName, file });
      }
    }
  }
  return named;
}

function typeName(file: string, exportName: string): string {
  const given = TEXTS.get(exportName) ?? RENAMED.get(`${file} ${exportName}`);
  return given ?? exportName.replace(/^./, (letter) => letter.toUpperCase());
}
