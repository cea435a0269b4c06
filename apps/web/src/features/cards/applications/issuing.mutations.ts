import { useQueryClient } from "@tanstack/react-query";
import { applyForCard } from "@tessera/contract/cards/card-issuing.endpoints";
import type { ApplyBody, CardApplication } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { MONEY_ROOTS, QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { type MoneyWrite, useMoneyWrite } from "../../../lib/api/use-money-write.ts";

/**
 * Applies for a card. The body contains the displayed fee. If the fee or the account balance has
 * changed, both are reloaded.
 */
export function useApplyForCard(): MoneyWrite<ApplyBody, CardApplication> {
  const client = useQueryClient();
  const refresh = (roots: readonly (readonly string[])[]) => {
    for (const queryKey of roots) {
      void client.invalidateQueries({ queryKey });
    }
  };
  return useMoneyWrite({
    write: (body: ApplyBody, idempotencyKey) => call(applyForCard, { body, idempotencyKey }),
    onDone: () => refresh([QUERY_ROOTS.applications, QUERY_ROOTS.segments, ...MONEY_ROOTS]),
    onRefused: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        refresh([QUERY_ROOTS.segments, QUERY_ROOTS.wallet]);
      }
    },
  });
}
