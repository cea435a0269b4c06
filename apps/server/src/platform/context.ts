import type { LegalVersions } from "@tessera/contract/identity/legal-versions";
import type { Ledger } from "@tessera/ledger";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Keys } from "./crypto/keys.ts";
import type { PersonKeys } from "./crypto/person-keys.ts";
import type { Db } from "./database/db.ts";
import type { Directory } from "./directory/directory.ts";
import type { Events } from "./events/events.ts";
import type { RequestOrigins } from "./http/request-origins.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./telemetry/logger.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

export { type Db, inTransaction, type Tx } from "./database/db.ts";

/**
 * An object that a context creates on first use and then keeps. Services are defined with
 * `defineService` (service.ts).
 */
export interface Service<T> {
  /** The service's name, used in error messages. */
  readonly name: string;
  readonly create: (context: AppContext) => T;
  /** Returns the object that owns an instance, usually the context itself. */
  readonly ownerOf: (context: AppContext) => object;
}

/**
 * Everything that an operation can use. Created once at startup.
 *
 * A copy (`{ ...context, clock }`) is a separate context: it creates its own instances of every
 * service from its own fields. Some services are exceptions, as noted in their definitions: their
 * instances belong to a field, such as the database, and are shared by all copies that have the
 * same field.
 */
export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: Keys;
  /** Keys of the people whose personal fields are sealed in immutable rows. */
  readonly personKeys: PersonKeys;
  /** Which cell each person belongs to. */
  readonly directory: Directory;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly origins: RequestOrigins;
  /** The versions of the legal texts. */
  readonly legalVersions: LegalVersions;
  /** Exports spans. Does nothing if tracing is off. */
  readonly telemetry: Telemetry;
  /** Returns this context's instance of a service. Call it as a method, since it uses `this`. */
  use<T>(this: AppContext, service: Service<T>): T;
}
