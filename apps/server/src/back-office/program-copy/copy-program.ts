import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { findProven, recordProven } from "../../platform/directory/proven-settings.ts";
import { defineService } from "../../platform/service.ts";
import {
  isSame,
  lockCopies,
  readDocument,
  recordCopy,
  selectCopies,
  writeDocument,
} from "./program-parts.repository.ts";
import { PROGRAM_PARTS, type ProgramPart } from "./program-parts.ts";

/** How often the first cell records the settings, and how often the others copy them. */
export const COPY_INTERVAL_MS = 10_000;

/** The parts of the program's settings in which this cell differed when it last looked. */
export const differingParts = defineService("differing parts", () => new Map<string, boolean>());

/** Returns a part of the program's settings as this cell has it. */
export function documentOf(context: Pick<AppContext, "db">, part: ProgramPart): Promise<string> {
  return inTransaction(context.db, (tx) => readDocument(tx, part));
}

/** Records a part in this cell, the first one, for the others to copy. */
async function recordPart(context: AppContext, part: ProgramPart): Promise<null> {
  await inTransaction(context.db, async (tx) => {
    // A server that read the rows before another one must not record them after it.
    await lockCopies(tx);
    const document = await readDocument(tx, part);
    await recordProven(context, tx, { part: part.name, document });
  });
  return null;
}

/** Copies a document, unless this cell's rows say the same. Returns why they still differ. */
async function tryCopy(tx: Tx, part: ProgramPart, document: string) {
  if (isSame(part, await readDocument(tx, part), document)) {
    return null;
  }
  await writeDocument(tx, part, document);
  return isSame(part, await readDocument(tx, part), document)
    ? null
    : "the cell has rows of its own";
}

async function recordOutcome(
  { clock }: AppContext,
  tx: Tx,
  copy: { readonly part: string; readonly version: bigint; readonly problem: string | null },
): Promise<void> {
  const copied = (await selectCopies(tx)).get(copy.part);
  if (copied?.version !== copy.version || copied.problem !== copy.problem) {
    await recordCopy(tx, copy, clock.now());
  }
}

/** Copies a part from the first cell. Returns why this cell still differs, or null. */
async function copyPart(context: AppContext, part: ProgramPart): Promise<string | null> {
  const { name } = part;
  let version: bigint | undefined;
  try {
    return await inTransaction(context.db, async (tx) => {
      // The servers of a cell copy one after the other.
      await lockCopies(tx);
      const found = await findProven(context, tx, name);
      if (found === undefined) {
        return "the first cell has not recorded it";
      }
      version = found.version;
      const problem = await tryCopy(tx, part, found.document);
      await recordOutcome(context, tx, { part: name, version, problem });
      return problem;
    });
  } catch (error) {
    if (version !== undefined) {
      const problem = "the rows contradict the cell's own";
      await recordOutcome(context, context.db.kysely, { part: name, version, problem });
    }
    throw error;
  }
}

/**
 * Keeps what is set once for the program equal in all cells: the first cell records it in the
 * directory, and each of the others copies it into its own tables. A part that fails is logged and
 * reported as differing, and the others are still copied.
 */
export async function copyProgram(context: AppContext): Promise<void> {
  const isFirst = context.use(cellRoutes).first() === context.config.cell;
  const keep = isFirst ? recordPart : copyPart;
  for (const part of PROGRAM_PARTS) {
    let isBehind = true;
    try {
      isBehind = (await keep(context, part)) !== null;
    } catch (error) {
      context.log.error({ err: error, part: part.name }, "program settings could not be copied");
    }
    context.use(differingParts).set(part.name, isBehind);
  }
}

/** Starts to keep the program's settings equal in all cells, if there are several. */
export function startCopyingProgram(context: AppContext): void {
  if (context.use(cellRoutes).isOnly) {
    return;
  }
  context.jobs.every(COPY_INTERVAL_MS, "program-settings", () => copyProgram(context));
}
