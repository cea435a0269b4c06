import type { FactorMethod } from "@tessera/contract/identity/factors.schemas";
import { deviceMark } from "../../platform/audit/audit-seal.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { deviceOf } from "../../platform/http/request-origins.ts";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../people/index.ts";
import { hasSignedInOn } from "./known-devices.repository.ts";
import { openSession, type Visitor } from "./sessions.ts";

/** The topic of the event sent when a customer's audit log has new entries. */
const LOGS_TOPIC = "logs";

/** A sign-in that has completed every step. */
interface Admission {
  readonly person: Person;
  readonly visitor: Visitor;
  readonly remember: boolean;
  readonly requestId: string;
  /** Second factor that was used, if any. */
  readonly factor: FactorMethod | undefined;
}

async function isKnownDevice(
  { personKeys }: AppContext,
  tx: Tx,
  { id, customerId }: Person,
  device: string,
): Promise<boolean> {
  const owner =
    customerId === null
      ? ({ id, kind: "operator" } as const)
      : ({ id: customerId, kind: "customer" } as const);
  const key = await personKeys.forSealing(tx, owner);
  return key !== undefined && (await hasSignedInOn(tx, id, deviceMark(key, device)));
}

/** Opens the session for a sign-in that has completed every step, and writes an audit event. */
export async function admitPerson(
  context: AppContext,
  tx: Tx,
  { person, visitor, remember, requestId, factor }: Admission,
): Promise<string> {
  const device = deviceOf(visitor.device);
  const isKnown = await isKnownDevice(context, tx, person, device);
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "signed_in",
      actor: person.id,
      customerId: person.customerId,
      object: null,
      outcome: "ok",
      requestId,
      data: {
        ip: visitor.ip,
        device,
        ...(!isKnown && { newDevice: true }),
        ...(factor !== undefined && { factor }),
      },
    },
  ]);
  return openSession(context, tx, person.id, { ...visitor, remember });
}

/**
 * Refreshes open audit log screens right away, including those on the owner's other devices. Does
 * the same work for an unknown name, so that the response time does not reveal who has an account.
 */
export function tellOfSignIn(context: AppContext, person: Person | undefined): void {
  void context.events.publish(person?.customerId ?? newId(), LOGS_TOPIC, {});
}
