import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Changed, type Changing, changeFactors } from "./change-factors.ts";
import { hasFactor } from "./factors.repository.ts";
import { renewCodes } from "./recovery-codes.ts";

/**
 * Creates ten new recovery codes. The earlier ones stop working.
 *
 * @throws Refusal `factor_missing` for a person without a factor to recover
 */
export function renewRecoveryCodes(context: AppContext, changing: Changing): Promise<Changed> {
  return changeFactors(context, changing, async (tx, { id }) => {
    if (!(await hasFactor(tx, id))) {
      throw new Refusal("factor_missing");
    }
    return {
      action: "factor.recovery_codes",
      data: {},
      notice: { what: "recovery_codes_renewed" },
      recoveryCodes: await renewCodes(context, tx, id),
    };
  });
}
