import { useMutation } from "@tanstack/react-query";
import { preflight } from "@tessera/contract/authorization/risk.endpoints";
import type {
  Channel,
  PreflightAnswer,
  PreflightBody,
} from "@tessera/contract/authorization/risk.schemas";
import { useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { wireAmount } from "../../../../ui/text/amount-text.ts";
import { MERCHANT_KINDS } from "./merchant-kinds.ts";

/** Whose payment it would be: a card's, or that of a card not issued yet. */
export type PreflightSubject = { readonly cardId: string } | { readonly segmentId: string };

/** What is asked, as it is typed. */
export interface PreflightDraft {
  readonly amount: string;
  readonly merchant: string;
  readonly mcc: string;
  readonly country: string;
  readonly channel: Channel;
}

const EMPTY: PreflightDraft = {
  amount: "",
  merchant: "",
  mcc: MERCHANT_KINDS[0]?.[0] ?? "",
  country: "US",
  channel: "remote",
};

/** A question without consequences. An answer goes with the question: typing on takes it away. */
export function usePreflight(subject: PreflightSubject) {
  const [draft, setDraft] = useState(EMPTY);
  const [missing, setMissing] = useState(false);
  const { mutate, reset, data, error, isPending, variables } = useMutation<
    PreflightAnswer,
    Error,
    PreflightBody
  >({ mutationFn: (body) => call(preflight, { body }) });
  const amount = wireAmount(draft.amount);
  const name = draft.merchant.trim();
  return {
    draft,
    change: (changes: Partial<PreflightDraft>) => {
      setDraft((before) => ({ ...before, ...changes }));
      setMissing(false);
      reset();
    },
    ask: () => {
      if (amount === undefined || name === "") {
        setMissing(true);
      } else if (!isPending) {
        const { mcc, country, channel } = draft;
        mutate({ ...subject, amount, merchant: { name, mcc, country }, presence: channel });
      }
    },
    lacksAmount: missing && amount === undefined,
    lacksMerchant: missing && name === "",
    asking: isPending,
    answer: data,
    /** Who the answer is about. */
    merchant: variables?.merchant.name ?? "",
    error,
  };
}
