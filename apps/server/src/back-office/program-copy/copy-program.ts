import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import {
  findDocument,
  recordDocument,
} from "../../platform/directory/setting-directory.repository.ts";
import { defineService } from "../../platform/service.ts";
import {
  isSame,
  readDocument,
  recordCopy,
  selectCopies,
  writeDocument,
} from "./program-parts.repository.ts";
import { PROGRAM_PARTS, type ProgramPart } from "./program-parts.ts";

const INTERVAL_MS = 10_000;

/** The parts of the program's settings in which this cell differed when it last looked. */
export const differingParts = defineService("differing parts", () => new Map<string, boolean>());

/** Returns a part of the program's settings as this cell has it. */
export function documentOf(context: Pick<AppContext, "db">, part: ProgramPart): Promise<string> {
  return inTransaction(context.db, (tx) => readDocument(tx, part));
}

/** Records the parts that were changed in this cell, the first one, for the others to copy. */
async function recordParts(context: AppContext): Promise<void> {
  for (const part of PROGRAM_PARTS) {
    const document = await documentOf(context, part);
    await recordDocument(context.db.kysely, { part: part.name, document });
  }
}

async function tryCopy(context: AppContext, part: ProgramPart, document: string) {
  try {
    await inTransaction(context.db, (tx) => writeDocument(tx, part, document));
  } catch (error) {
    context.log.error({ err: error, part: part.name }, "program settings could not be copied");
    return "the rows contradict the cell's own";
  }
  const isEqual = isSame(part, await documentOf(context, part), document);
  return isEqual ? null : "the cell has rows of its own";
}

/** Copies the parts that differ from those that the first cell recorded. */
async function copyParts(context: AppContext): Promise<void> {
  const { kysely } = context.db;
  const known = await selectCopies(kysely);
  for (const part of PROGRAM_PARTS) {
    const { name } = part;
    const found = await findDocument(kysely, name);
    if (found !== undefined) {
      const { version, document } = found;
      const isEqual = isSame(part, await documentOf(context, part), document);
      const problem = isEqual ? null : await tryCopy(context, part, document);
      const copied = known.get(name);
      if (copied?.version !== version || copied.problem !== problem) {
        await recordCopy(kysely, { part: name, version, problem }, context.clock.now());
      }
      context.use(differingParts).set(name, problem !== null);
    }
  }
}

/**
 * Keeps what is set once for the program equal in all cells: the first cell records it in the
 * directory, and each of the others copies it into its own tables.
 */
export async function copyProgram(context: AppContext): Promise<void> {
  const cells = context.use(cellRoutes);
  await (cells.first() === context.config.cell ? recordParts(context) : copyParts(context));
}

/** Starts to keep the program's settings equal in all cells, if there are several. */
export function startCopyingProgram(context: AppContext): void {
  if (context.use(cellRoutes).isOnly) {
    return;
  }
  context.jobs.every(INTERVAL_MS, "program-settings", () => copyProgram(context));
}
