import {
  createDatabase,
  databaseExists,
  databaseName,
  migrate,
  openDatabase,
  pendingMigrations,
  withDatabaseName,
} from "@tessera/database";
import { migrations, PRACTICE_MARK, practiceMigrations } from "./migrations/index.ts";

/** Where the real books are, and where practice's are asked to be. */
export interface PracticeSource {
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** `PRACTICE_DATABASE_URL`; absent: beside the real one, with `_practice` to its name. */
  readonly practiceUrl: string | undefined;
}

const SUFFIX = "_practice";
/** What every server has, to create another database from. */
const ANY_DATABASE = "postgres";

interface Addresses {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly besideUrl: string;
}

function addressesOf({ appUrl, ownerUrl, practiceUrl }: PracticeSource): Addresses {
  if (practiceUrl !== undefined) {
    const besideUrl = withDatabaseName(practiceUrl, ANY_DATABASE);
    return { appUrl: practiceUrl, ownerUrl: practiceUrl, besideUrl };
  }
  const name = `${databaseName(appUrl)}${SUFFIX}`;
  return {
    appUrl: withDatabaseName(appUrl, name),
    ownerUrl: withDatabaseName(ownerUrl, name),
    besideUrl: ownerUrl,
  };
}

/**
 * Makes the database of practice ready: creates it where it is missing and migrates it. One that
 * holds anything but practice, such as the real books, is left alone.
 *
 * @returns its address with the application's role
 * @throws Error where it is not practice's; the driver's error where it can't be reached
 */
export async function preparePracticeDatabase(source: PracticeSource): Promise<string> {
  const { appUrl, ownerUrl, besideUrl } = addressesOf(source);
  await createDatabase({ ownerUrl, besideUrl });
  await requireOwnDatabase(ownerUrl);
  await migrate({ ownerUrl, migrations: practiceMigrations });
  return appUrl;
}

/** Practice's database as the role that owns it; undefined where nobody ever practised. */
export async function findPracticeDatabase(source: PracticeSource): Promise<string | undefined> {
  const { ownerUrl } = addressesOf(source);
  return (await databaseExists(ownerUrl)) ? ownerUrl : undefined;
}

async function requireOwnDatabase(ownerUrl: string): Promise<void> {
  const db = openDatabase<object>({ url: ownerUrl, maxConnections: 3 });
  try {
    const pending = new Set(await pendingMigrations(db, practiceMigrations));
    if (pending.has(PRACTICE_MARK) && migrations.some(({ id }) => !pending.has(id))) {
      throw new Error("the database of practice holds other books; practice is not set up in it");
    }
  } finally {
    await db.close();
  }
}
