import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addCustomerNote,
  resetCustomerFactors,
  restoreCustomer,
  suspendCustomer,
} from "@tessera/contract/back-office/customers.endpoints";
import type {
  CustomerNote,
  CustomerProfile,
  SuspensionReason,
} from "@tessera/contract/back-office/customers.schemas";
import type { OPERATOR_FREEZE_REASONS } from "@tessera/contract/cards/cards.schemas";
import {
  operatorFreezeCard,
  operatorUnfreezeCard,
} from "@tessera/contract/cards/operator-cards.endpoints";
import { liftHold } from "@tessera/contract/identity/security-hold.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";

const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: QUERY_ROOTS.customers });

/**
 * An operator's reason and note for an action on a customer. Undoing an action requires only a
 * note.
 */
export interface Grounds<R extends string> {
  readonly reason?: R;
  readonly note: string;
}

/** Suspends or reinstates a customer. */
export function useSuspension(customerId: string, suspend: boolean) {
  const queries = useQueryClient();
  return useMutation<CustomerProfile, Error, Grounds<SuspensionReason>>({
    mutationFn: ({ reason = "other", note }) => {
      const params = { id: customerId };
      return suspend
        ? call(suspendCustomer, { params, body: { reason, note } })
        : call(restoreCustomer, { params, body: { note } });
    },
    onSettled: () => refresh(queries),
  });
}

/** Lifts the security hold that was displayed, but not one that was set later. */
export function useLiftHold(customerId: string, holdId: string) {
  const queries = useQueryClient();
  return useMutation<unknown, Error, Pick<Grounds<string>, "note">>({
    mutationFn: ({ note }) =>
      call(liftHold, { params: { id: customerId }, body: { holdId, reason: note } }),
    onSettled: () => refresh(queries),
  });
}

/**
 * Proposes resetting a second factor that the customer lost; another operator has to approve the
 * proposal.
 */
export function useFactorReset(customerId: string) {
  const queries = useQueryClient();
  return useMutation<unknown, Error, Pick<Grounds<string>, "note">>({
    mutationFn: ({ note }) =>
      call(resetCustomerFactors, { params: { id: customerId }, body: { reason: note } }),
    onSettled: () =>
      Promise.all([refresh(queries), queries.invalidateQueries({ queryKey: QUERY_ROOTS.reviews })]),
  });
}

export type OperatorFreezeReason = (typeof OPERATOR_FREEZE_REASONS)[number];

/**
 * An operator's action on a card: freeze it, lift the operator freeze, or lift a verification hold.
 */
export type FreezeAct = "freeze" | "lift" | "lift_hold";

/** Freezes a customer's card as an operator, or lifts an operator freeze or verification hold. */
export function useOperatorFreeze(cardId: string, act: FreezeAct) {
  const queries = useQueryClient();
  return useMutation<unknown, Error, Grounds<OperatorFreezeReason>>({
    mutationFn: ({ reason = "other", note }) => {
      const params = { id: cardId };
      if (act === "freeze") {
        return call(operatorFreezeCard, { params, body: { reason, note } });
      }
      const layer = act === "lift" ? "operator" : "verification";
      return call(operatorUnfreezeCard, { params, body: { note, layer } });
    },
    onSettled: () => refresh(queries),
  });
}

/** Adds a note exactly once, even if responses are lost. */
export function useAddNote(customerId: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMoneyWrite<string, CustomerNote>({
    write: (text, idempotencyKey) =>
      call(addCustomerNote, { params: { id: customerId }, body: { text }, idempotencyKey }),
    onDone: () => {
      void refresh(queries);
      onDone();
    },
  });
}
