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

/**
 * An object that a context creates on first use and then keeps. Define one with `defineService`
 * (service.ts).
 */
export interface Service<T> {
  /** Used in error messages. */
  readonly name: string;
  readonly create: (context: AppContext) => T;
  /** Returns the object that an instance belongs to, usually the context. */
  readonly ownerOf: (context: AppContext) => object;
}

/**
 * Everything that an operation can use. Created once at startup.
 *
 * A copy (`{ ...context, clock }`) is another context: it creates its own instances of every
 * service, from its own fields. Exceptions are stated where they are defined: their instances
 * belong to one field, such as the database, and are shared by copies that keep the field.
 */
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
  /** Exports spans; does nothing when traces are off. */
  readonly telemetry: Telemetry;
  /** Returns this context's instance of a service. Call it on the context: it uses `this`. */
  use<T>(this: AppContext, service: Service<T>): T;
}
