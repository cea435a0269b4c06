import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addAddress,
  cancelWithdrawal,
  createWithdrawal,
  removeAddress,
  renameAddress,
  stopWithdrawals,
} from "@tessera/contract/money-movement/withdrawals.endpoints";
import type {
  AddAddressBody,
  PayoutAddress,
  Withdrawal,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { MONEY_ROOTS, QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";
import { addressesQuery, withdrawalQuery } from "./withdrawals.queries.ts";

const ROOT = QUERY_ROOTS.withdrawals;

function useKeep() {
  const client = useQueryClient();
  return (withdrawal: Withdrawal) => {
    client.setQueryData(withdrawalQuery(withdrawal.id).queryKey, withdrawal);
    void client.invalidateQueries({ queryKey: [...ROOT, "list"] });
    void client.invalidateQueries({ queryKey: [...ROOT, "terms"] });
    for (const queryKey of MONEY_ROOTS) {
      void client.invalidateQueries({ queryKey });
    }
  };
}

/**
 * Redeems a quote with the owner's step-up token. The key stays the same until the outcome is
 * known, so that a retry after a lost response never creates a second withdrawal.
 */
export function useWithdraw(): (quoteId: string, proof: string) => Promise<Withdrawal> {
  const key = usePendingKey();
  const client = useQueryClient();
  const keep = useKeep();
  return async (quoteId, proof) => {
    try {
      const withdrawal = await tryUntilKnown(key, (idempotencyKey) =>
        call(createWithdrawal, { body: { quoteId }, proof, idempotencyKey }),
      );
      keep(withdrawal);
      return withdrawal;
    } catch (error) {
      // The daily limit may have changed since the page was loaded.
      void client.invalidateQueries({ queryKey: [...ROOT, "terms"] });
      throw error;
    }
  };
}

/**
 * Cancels a withdrawal. After a lost response, it retries the same request, which is safe;
 * `processing` is true until the outcome is known. If the browser is offline, it fails immediately.
 * After a failure, it refetches the withdrawal, because the withdrawal may have been sent.
 */
export function useCancelWithdrawal() {
  const client = useQueryClient();
  const keep = useKeep();
  const key = usePendingKey();
  const [processing, setProcessing] = useState(false);
  const mutation = useMutation({
    mutationFn: (id: string) =>
      tryUntilKnown(key, () => call(cancelWithdrawal, { params: { id } }), {
        onWaiting: () => setProcessing(true),
        stopOffline: true,
      }),
    onSuccess: keep,
    onError: (_, id) => client.invalidateQueries({ queryKey: withdrawalQuery(id).queryKey }),
    onSettled: () => setProcessing(false),
  });
  return { ...mutation, processing };
}

/**
 * Adds an address with the owner's step-up token. Retries use the same key, so that the address is
 * added only once.
 */
export function useAddAddress(): (body: AddAddressBody, proof: string) => Promise<PayoutAddress> {
  const key = usePendingKey();
  const client = useQueryClient();
  return async (body, proof) => {
    const address = await tryUntilKnown(key, (idempotencyKey) =>
      call(addAddress, { body, proof, idempotencyKey }),
    );
    await client.invalidateQueries({ queryKey: addressesQuery.queryKey });
    return address;
  };
}

export function useRenameAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, label }: { readonly id: string; readonly label: string }) =>
      call(renameAddress, { params: { id }, body: { label } }),
    onSettled: () => client.invalidateQueries({ queryKey: addressesQuery.queryKey }),
  });
}

export function useRemoveAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removeAddress, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: addressesQuery.queryKey }),
  });
}

/** Sends the token from a “not me” link. */
export function useNotMe() {
  return useMutation({
    mutationFn: (token: string) => call(stopWithdrawals, { body: { token } }),
  });
}
