import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelDeposit, createDeposit } from "@tessera/contract/money-movement/deposits.endpoints";
import type { CreateDepositBody, Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { getClock, sandboxPay } from "@tessera/contract/simulator/sandbox.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { isGone } from "../../../lib/api/api-error.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { type MoneyWrite, useMoneyWrite } from "../../../lib/api/use-money-write.ts";
import { depositQuery } from "./deposit.queries.ts";

/** Loads, only once, whether this is the sandbox, where payments can be simulated. */
export const sandboxQuery = queryOptions({
  queryKey: ["sandbox"],
  queryFn: async ({ signal }) => {
    try {
      await call(getClock, { signal });
      return true;
    } catch (error) {
      if (isGone(error)) {
        return false;
      }
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

function useKeepDeposit() {
  const client = useQueryClient();
  return (deposit: Deposit) => {
    client.setQueryData(depositQuery(deposit.id).queryKey, deposit);
    void client.invalidateQueries({ queryKey: [...QUERY_ROOTS.wallet, "history"] });
    void client.invalidateQueries({ queryKey: [...QUERY_ROOTS.bills] });
  };
}

/** Creates a deposit, which provides an address to send the payment to. */
export function useCreateDeposit(
  onCreated: (deposit: Deposit) => void,
): MoneyWrite<CreateDepositBody, Deposit> {
  const keep = useKeepDeposit();
  return useMoneyWrite({
    write: (body: CreateDepositBody, idempotencyKey) =>
      call(createDeposit, { body, idempotencyKey }),
    onDone: (deposit) => {
      keep(deposit);
      onCreated(deposit);
    },
  });
}

/** Cancels a deposit that has received no payment. */
export function useCancelDeposit() {
  const keep = useKeepDeposit();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(cancelDeposit, { params: { id } }),
    onSuccess: keep,
    onError: (_, id) => client.invalidateQueries({ queryKey: depositQuery(id).queryKey }),
  });
}

/** Pays a deposit on the simulated chain. */
export function useSimulatePayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (depositId: string) => call(sandboxPay, { body: { depositId } }),
    onSettled: (_, __, id) => client.invalidateQueries({ queryKey: depositQuery(id).queryKey }),
  });
}
