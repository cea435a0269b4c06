import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { type Changed, type Changing, changeFactors, settleRemoval } from "./change-factors.ts";
import { deleteTotp } from "./factors.repository.ts";
import { deletePasskey } from "./passkeys.repository.ts";

/**
 * Removes a person's authenticator app.
 *
 * @throws Refusal `factor_missing`; `last_factor` for an operator without another factor
 */
export function removeTotp(context: AppContext, changing: Changing): Promise<Changed> {
  return changeFactors(context, changing, async (tx, person) => {
    if (!(await deleteTotp(tx, person.id))) {
      throw new Refusal("factor_missing");
    }
    await settleRemoval(tx, person);
    return {
      action: "factor.remove",
      data: { kind: "totp" },
      notice: { what: "totp_removed" },
      recoveryCodes: null,
    };
  });
}

/**
 * Removes one of a person's passkeys.
 *
 * @param wireId id of the passkey in the list
 * @throws Refusal `not_found` if the passkey does not belong to the person; `last_factor` for an
 * operator without another factor
 */
export async function removePasskey(
  context: AppContext,
  changing: Changing,
  wireId: string,
): Promise<Changed> {
  const id = parseId("pky", wireId);
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  return changeFactors(context, changing, async (tx, person) => {
    const name = await deletePasskey(tx, person.id, id);
    if (name === undefined) {
      throw new Refusal("not_found");
    }
    await settleRemoval(tx, person);
    return {
      action: "factor.remove",
      data: { kind: "passkey", name },
      notice: { what: "passkey_removed" },
      recoveryCodes: null,
    };
  });
}
