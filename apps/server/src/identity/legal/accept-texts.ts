import type { AcceptTextsBody } from "@tessera/contract/identity/legal.schemas";
import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { Acceptor } from "./acceptances.repository.ts";
import { versionInForce } from "./legal-versions.policy.ts";
import { type Outstanding, readOutstanding } from "./outstanding-texts.ts";
import { type AcceptanceOrigin, recordAcceptances } from "./record-acceptances.ts";

/** The topic of the event that is sent when a person accepts legal texts. */
const TOPIC = "acceptances";

interface AcceptInput {
  readonly session: Session;
  readonly texts: AcceptTextsBody["texts"];
  readonly origin: AcceptanceOrigin;
  readonly requestId: string;
}

/** Returns who accepts in a session: the person, for the account that they act for. */
export function acceptorOf({ userId, customerId, member }: Session): Acceptor {
  return { personId: userId, customerId, isForCompany: member !== undefined };
}

/**
 * Records that a person accepts the versions they were shown: either all of them or none. A retry
 * has no further effect. Returns the texts that still have to be accepted.
 *
 * @throws Refusal `legal_version_not_in_force` for an earlier, future or unknown version;
 * `invalid_input` if a text is listed twice
 */
export async function acceptTexts(
  context: AppContext,
  { session, texts, origin, requestId }: AcceptInput,
): Promise<Outstanding> {
  const now = context.clock.now();
  const versions = shownVersions(context, texts, now);
  const acceptor = acceptorOf(session);
  const [added, outstanding] = await inTransaction(context.db, async (tx) => {
    const given = { versions, at: now, ...origin, source: "console" } as const;
    const recorded = await recordAcceptances(tx, acceptor, given);
    await audit(context, tx, { session, requestId, recorded });
    return [recorded.length > 0, await readOutstanding(context, tx, acceptor)] as const;
  });
  if (added) {
    await context.events.publish(session.customerId, TOPIC, {});
  }
  return outstanding;
}

/**
 * Returns the versions that a person was shown.
 *
 * @throws Refusal `legal_version_not_in_force`; `invalid_input` if a text is listed twice
 */
function shownVersions(
  { legalVersions }: Pick<AppContext, "legalVersions">,
  texts: AcceptTextsBody["texts"],
  now: Date,
) {
  requireDistinct(texts.map(({ text }) => text));
  return texts.map(({ text, version, locale }) => {
    const inForce = versionInForce(legalVersions, text, now);
    if (inForce.version !== version) {
      throw new Refusal("legal_version_not_in_force", { internal: `${text} ${version}` });
    }
    return { ...inForce, locale };
  });
}

/**
 * Records that the person who creates a company accepts all legal texts for it.
 *
 * @throws Refusal `legal_version_not_in_force`, `invalid_input`; `acceptance_required` if a text is
 * missing
 */
export async function acceptForCompany(
  context: AppContext,
  tx: Tx,
  {
    personId,
    customerId,
    texts,
    origin,
  }: Omit<Acceptor, "isForCompany"> & Pick<AcceptInput, "texts" | "origin">,
): Promise<void> {
  const now = context.clock.now();
  const versions = shownVersions(context, texts, now);
  const acceptor = { personId, customerId, isForCompany: true };
  await recordAcceptances(tx, acceptor, { versions, at: now, ...origin, source: "console" });
  const { texts: missing } = await readOutstanding(context, tx, acceptor);
  if (missing.length > 0) {
    throw new Refusal("acceptance_required");
  }
}

function requireDistinct(names: readonly LegalTextName[]): void {
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0) {
    const fields = [{ path: `texts.${repeated}.text`, code: "not_allowed" }] as const;
    throw new Refusal("invalid_input", { fields });
  }
}

async function audit(
  { ledger }: AppContext,
  tx: Tx,
  {
    session,
    requestId,
    recorded,
  }: Pick<AcceptInput, "session" | "requestId"> & {
    readonly recorded: Awaited<ReturnType<typeof recordAcceptances>>;
  },
): Promise<void> {
  if (recorded.length === 0) {
    return;
  }
  await ledger.appendAudit({ kysely: tx }, [
    {
      action: "legal.accept",
      actor: session.userId,
      customerId: session.customerId,
      object: null,
      outcome: "ok",
      requestId,
      data: { texts: recorded.map(({ text, version }) => `${text} ${version}`).join(", ") },
    },
  ]);
}
