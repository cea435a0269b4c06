import { type AppContext, inTransaction } from "../../platform/context.ts";
import { documentOf } from "./copy-program.ts";
import { isSame, lockCopies, readDocument, replaceRows } from "./program-parts.repository.ts";
import { PROGRAM_PARTS } from "./program-parts.ts";

type Cell = Pick<AppContext, "db">;

/**
 * Gives a new cell the program's settings as the first cell has them, before anybody uses it. Its
 * own rows come from the migrations, and are replaced if they differ.
 *
 * @param to the new cell's database, opened with its owner's role
 * @returns what was copied, in words
 */
export async function beginWithCopies(from: Cell, to: Cell): Promise<string[]> {
  for (const part of PROGRAM_PARTS) {
    const document = await documentOf(from, part);
    await inTransaction(to.db, async (tx) => {
      await lockCopies(tx);
      if (!isSame(part, await readDocument(tx, part), document)) {
        await replaceRows(tx, part, document);
      }
    });
  }
  return PROGRAM_PARTS.map(({ content }) => content);
}
