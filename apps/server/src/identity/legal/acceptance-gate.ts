import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { findLatestAcceptances, type LatestAcceptance } from "./acceptances.repository.ts";
import { versionsInForce } from "./legal-versions.policy.ts";
import { outstandingAt } from "./outstanding-texts.ts";

/** Blocks new business until the customer has accepted every legal text in force. */
export interface AcceptanceGate {
  /** Returns `acceptance_required` if the person has not accepted every text in force. */
  refusal(person: Pick<Session, "userId">): Promise<Refusal | undefined>;
  /** @throws Refusal `acceptance_required` */
  require(person: Pick<Session, "userId">): Promise<void>;
}

/** Maximum number of people to cache. Beyond that, the oldest entry is evicted. */
const MAX_REMEMBERED = 50_000;
const BATCH = { maxItems: 128, maxInFlight: 2 };

/**
 * Creates the acceptance gate for the calls of one module. An acceptance is never revoked, so once
 * a person has accepted everything, the database is not queried again until another version takes
 * effect.
 */
export function createAcceptanceGate(context: AppContext): AcceptanceGate {
  const { db, clock, legalVersions } = context;
  const remembered = new Map<string, string>();
  const lookup = new Batcher(async (personIds: readonly string[]) => {
    const found = await findLatestAcceptances(db.kysely, personIds);
    const byPerson = Map.groupBy(found, ({ personId }) => personId);
    return personIds.map((id): readonly LatestAcceptance[] => byPerson.get(id) ?? []);
  }, BATCH);

  async function refusal({ userId }: Pick<Session, "userId">): Promise<Refusal | undefined> {
    const now = clock.now();
    const inForce = versionsInForce(legalVersions, now);
    const wanted = inForce.map(({ text, version }) => `${text} ${version}`).join();
    if (remembered.get(userId) === wanted) {
      return undefined;
    }
    const missing = outstandingAt(legalVersions, now, await lookup.submit(userId));
    if (missing.length > 0) {
      const internal = missing.map(({ text, version }) => `${text} ${version}`).join(", ");
      return new Refusal("acceptance_required", { internal });
    }
    remember(remembered, userId, wanted);
    return undefined;
  }

  return {
    refusal,
    async require(person) {
      const stopped = await refusal(person);
      if (stopped !== undefined) {
        throw stopped;
      }
    },
  };
}

function remember(remembered: Map<string, string>, userId: string, wanted: string): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) {
    remembered.delete(oldest);
  }
  remembered.set(userId, wanted);
}
