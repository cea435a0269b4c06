import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { type Acceptor, findLatestAcceptances } from "./acceptances.repository.ts";
import { versionsInForce } from "./legal-versions.policy.ts";
import { outstandingAt } from "./outstanding-texts.ts";

/**
 * Blocks new business until the customer has accepted every legal text in force: the person for
 * their own account, and anybody who may accept for a company.
 */
export interface AcceptanceGate {
  /** Returns `acceptance_required` if the customer has not accepted every text in force. */
  refusal(caller: Caller): Promise<Refusal | undefined>;
  /** @throws Refusal `acceptance_required` */
  require(caller: Caller): Promise<void>;
}

type Caller = Pick<Session, "userId" | "customerId">;

/** Maximum number of customers to cache. Beyond that, the oldest entry is evicted. */
const MAX_REMEMBERED = 50_000;
const BATCH = { maxItems: 128, maxInFlight: 2 };

/**
 * Creates the acceptance gate for the calls of one module. An acceptance is never revoked, so once
 * a customer has accepted everything, the database is not queried again until another version takes
 * effect.
 */
export function createAcceptanceGate(context: AppContext): AcceptanceGate {
  const { db, clock, legalVersions } = context;
  const remembered = new Map<string, string>();
  const lookup = new Batcher(
    (acceptors: readonly Acceptor[]) => findLatestAcceptances(db.kysely, acceptors),
    BATCH,
  );

  async function refusal({ userId, customerId }: Caller): Promise<Refusal | undefined> {
    const now = clock.now();
    const inForce = versionsInForce(legalVersions, now);
    const wanted = inForce.map(({ text, version }) => `${text} ${version}`).join();
    if (remembered.get(customerId) === wanted) {
      return undefined;
    }
    const missing = outstandingAt(
      legalVersions,
      now,
      await lookup.submit({ personId: userId, customerId }),
    );
    if (missing.length > 0) {
      const internal = missing.map(({ text, version }) => `${text} ${version}`).join(", ");
      return new Refusal("acceptance_required", { internal });
    }
    remember(remembered, customerId, wanted);
    return undefined;
  }

  return {
    refusal,
    async require(caller) {
      const stopped = await refusal(caller);
      if (stopped !== undefined) {
        throw stopped;
      }
    },
  };
}

function remember(remembered: Map<string, string>, customerId: string, wanted: string): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) {
    remembered.delete(oldest);
  }
  remembered.set(customerId, wanted);
}
