import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { AuditRecord } from "@tessera/contract/back-office/logs.schemas";

const ROLES: ReadonlyMap<string, MessageDescriptor> = new Map([
  ["support", msg`Support`],
  ["reviewer", msg`Reviewer`],
  ["administrator", msg`Administrator`],
  ["auditor", msg`Auditor`],
]);

/** Actor names that stand for Tessera itself rather than a user. */
const PARTS = new Set(["risk", "system", "reviews"]);
const CHAIN = /^chain:(.+)$/;
const PAYOUT = /^payout:/;

/** Returns a function that names an actor: a person and their role, or a part of Tessera. */
export function useActorName(): (
  record: Pick<AuditRecord, "actor" | "actorName" | "actorRole">,
) => string {
  const { t } = useLingui();
  return ({ actor, actorName, actorRole }) => {
    const network = CHAIN.exec(actor)?.[1];
    if (network !== undefined) {
      return t`${network} network`;
    }
    if (PAYOUT.test(actor)) {
      return t`Payout provider`;
    }
    const name = PARTS.has(actor) ? "Tessera" : (actorName ?? actor);
    const role = actorRole === null ? undefined : ROLES.get(actorRole);
    if (role === undefined) {
      return name;
    }
    const roleName = t(role);
    return t`${name} (${roleName})`;
  };
}
