import { readFile } from "node:fs/promises";
import {
  CardProductsError,
  type ImportedProducts,
  importCardProducts as importProducts,
  readCardProducts,
} from "../../cards/products/index.ts";
import { type Command, CommandError } from "../command-line/command.ts";
import { COMMAND_LINE, typedBy } from "./acting.ts";
import { openBooks } from "./open-books.ts";

export const importCardProducts: Command = {
  name: "import-card-products",
  summary: "add the issuer’s card products from a file, or change those it added",
  argument: "<file>",
  options: {
    "dry-run": { type: "boolean", help: "check everything, list what would change, write nothing" },
  },
  details:
    "The file is JSON: a list cardProducts, each with its own code and the fields of POST " +
    "/api/admin/programme/segments. docs/operations.md has an example. All products are " +
    "imported or none; every problem is listed.\n\nA product is identified by its code: " +
    "importing the same file again changes nothing, and a changed product is updated. The stock " +
    "is set when a product is added; change it in the console afterwards. Products that are not " +
    "in the file stay as they are.",
  async run(call) {
    const products = await readProducts(call.argument ?? "");
    const books = await openBooks(call);
    const dryRun = call.options.has("dry-run");
    const by = { actor: COMMAND_LINE, data: { ...typedBy(), layer: "operator" } };
    const imported = await importProducts(books, products, { by, dryRun }).catch(inWords);
    call.terminal.stdout.write(summaryOf(imported, dryRun));
  },
};

async function readProducts(file: string) {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code ?? error.message}).`);
  });
  try {
    return readCardProducts(text);
  } catch (error) {
    return inWords(error);
  }
}

function inWords(error: unknown): never {
  if (error instanceof CardProductsError) {
    const lines = error.problems.map((problem) => `  ${problem}`);
    throw new CommandError(`Nothing was imported:\n${lines.join("\n")}`);
  }
  throw error;
}

function summaryOf({ added, changed, unchanged }: ImportedProducts, dryRun: boolean): string {
  const list = (codes: readonly string[]) => (codes.length === 0 ? "none" : codes.join(", "));
  return [
    dryRun ? "Nothing was written. The import would do this:" : "Imported.",
    `  added: ${list(added)}`,
    `  changed: ${list(changed)}`,
    `  unchanged: ${list(unchanged)}`,
    "",
  ].join("\n");
}
