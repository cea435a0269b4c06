import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import type { Changing } from "./change-factors.ts";
import { type Passkey, passkeysOf, renamePasskeyOf } from "./passkeys.repository.ts";

/**
 * Renames a passkey.
 *
 * @param named `id` is the id of the passkey in the list
 * @throws Refusal `not_found` if the passkey does not belong to the person
 */
export async function renamePasskey(
  { db, ledger }: AppContext,
  { session, requestId }: Changing,
  named: { readonly id: string; readonly name: string },
): Promise<Passkey> {
  const id = parseId("pky", named.id);
  const { userId, customerId, role } = session;
  return inTransaction(db, async (tx) => {
    const isOwn = id !== undefined && (await renamePasskeyOf(tx, userId, { id, name: named.name }));
    const passkey = isOwn ? (await passkeysOf(tx, userId)).find((one) => one.id === id) : undefined;
    if (passkey === undefined) {
      throw new Refusal("not_found");
    }
    await ledger.appendAudit({ kysely: tx }, [
      {
        action: "factor.rename",
        actor: userId,
        customerId: role === "customer" ? customerId : null,
        object: null,
        outcome: "ok",
        requestId,
        data: { kind: "passkey", name: named.name },
      },
    ]);
    return passkey;
  });
}
