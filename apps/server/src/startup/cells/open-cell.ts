import { programVersions } from "../../identity/legal/index.ts";
import { createContext, type OpenContext } from "../../platform/create-context.ts";
import { requireRootKey } from "../../platform/crypto/require-root-key.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { createPracticeBooks, type PracticeBooks } from "../../simulator/scenarios/index.ts";
import type { DatabaseServer } from "../open-database-server.ts";
import {
  practiceSourceOf,
  preparePracticeDatabase,
  requirePracticeDatabase,
  requirePracticeRole,
} from "../practice-database.ts";
import { requireSchema } from "../require-schema.ts";

/**
 * How long to wait for a database connection, in ms: the same as the longest time that the most
 * urgent call may wait for a slot, since a later response would be useless.
 */
const ACQUIRE_TIMEOUT_MS = 2_000;

/** A cell with everything of its own: its context, and its books for practice. */
export interface OpenCell {
  readonly open: OpenContext;
  readonly practice: PracticeBooks;
  close(): Promise<void>;
}

export interface CellSource extends Pick<DatabaseServer, "appUrl" | "ownerUrl" | "config"> {
  readonly log: Logger;
  readonly rootKey: Parameters<typeof createContext>[0]["rootKey"];
}

/** Opens a cell, after checking that its database is the right one and up to date. */
export async function openCell(source: CellSource): Promise<OpenCell> {
  const { appUrl, config, log, rootKey } = source;
  const ran = await requireSchema(source);
  log.info({ cell: config.cell, migrations: ran }, "the schema is up to date");
  const practiceSource = practiceSourceOf(source);
  if (config.mode === "live") {
    await requirePracticeRole(practiceSource, (error) =>
      log.warn({ err: error, cell: config.cell }, "the practice database cannot be reached"),
    );
  }
  const open = await createContext({
    ...{ config, log, rootKey },
    databaseUrl: appUrl,
    legalVersions: (db, now) => programVersions(db, now),
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  });
  const practice = createPracticeBooks(open.context, () =>
    config.mode === "live"
      ? requirePracticeDatabase(practiceSource)
      : preparePracticeDatabase(practiceSource),
  );
  const close = async () => {
    await Promise.all([open.close(), practice.close()]);
  };
  try {
    await requireRootKey(config, open.context);
  } catch (error) {
    await close();
    throw error;
  }
  return { open, practice, close };
}
