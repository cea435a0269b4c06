import type { LegalVersions } from "@tessera/contract/identity/legal-versions";
import type { Ledger } from "@tessera/ledger";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Keys } from "./crypto/keys.ts";
import type { PersonKeys } from "./crypto/person-keys.ts";
import type { Db } from "./database/db.ts";
import type { Events } from "./events/events.ts";
import type { RequestOrigins } from "./http/request-origins.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./telemetry/logger.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

export { type Db, inTransaction, type Tx } from "./database/db.ts";

/** The services that every operation can reach. Created once at startup. */
export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: Keys;
  /** Keys of the people whose fields are sealed in immutable rows. */
  readonly personKeys: PersonKeys;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly origins: RequestOrigins;
  /** The versions of the legal texts. */
  readonly legalVersions: LegalVersions;
  /** Where spans go. */
  readonly telemetry: Telemetry;
}
