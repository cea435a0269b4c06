import type { LegalVersions } from "@tessera/contract/legal/legal-versions";
import type { Ledger } from "@tessera/ledger";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db.ts";
import type { Events } from "./events.ts";
import type { Jobs } from "./jobs.ts";
import type { Keys } from "./keys.ts";
import type { Logger } from "./logger.ts";
import type { PersonKeys } from "./person-keys.ts";
import type { RequestOrigins } from "./request-origins.ts";

export { type Db, inTransaction, type Tx } from "./db.ts";

/** What every use case may reach. Made once at start. */
export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: Keys;
  /** Keys of the people whose fields lie sealed in rows that are never changed. */
  readonly personKeys: PersonKeys;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly origins: RequestOrigins;
  /** The versions of the legal texts. */
  readonly legalVersions: LegalVersions;
}
