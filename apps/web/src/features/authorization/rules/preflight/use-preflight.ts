import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type {
  PreflightAnswer,
  PreflightBody,
} from "@tessera/contract/authorization/preflight.schemas";
import { preflight } from "@tessera/contract/authorization/risk.endpoints";
import type { Channel } from "@tessera/contract/authorization/risk.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { useForm } from "../../../../ui/form/use-form.ts";
import { wireAmount } from "../../../../ui/text/amount-text.ts";
import { MERCHANT_KINDS } from "./merchant-kinds.ts";

/** The card that would pay, or the card product if the card does not exist yet. */
export type PreflightSubject = { readonly cardId: string } | { readonly segmentId: string };

/** The hypothetical payment, as typed. */
export interface PreflightDraft {
  readonly amount: string;
  /** The merchant's currency; empty for the card's. */
  readonly currency: string;
  readonly merchant: string;
  readonly mcc: string;
  readonly country: string;
  readonly channel: Channel;
}

const EMPTY: PreflightDraft = {
  amount: "",
  currency: "",
  merchant: "",
  mcc: MERCHANT_KINDS[0]?.[0] ?? "",
  country: "US",
  channel: "remote",
};

/** Runs a preflight, which has no side effects. Editing the payment clears the result. */
export function usePreflight(subject: PreflightSubject) {
  const { t } = useLingui();
  const { mutate, reset, data, error, isPending, variables } = useMutation<
    PreflightAnswer,
    Error,
    PreflightBody
  >({ mutationFn: (body) => call(preflight, { body }) });
  const form = useForm({
    initial: EMPTY,
    problems: (draft) => ({
      amount: wireAmount(draft.amount) === undefined && t`Enter an amount.`,
      merchant: draft.merchant.trim() === "" && t`Fill in this field.`,
    }),
    send: ({ mcc, country, channel, ...typed }) => {
      if (!isPending) {
        const merchant = { name: typed.merchant.trim(), mcc, country };
        const amount = wireAmount(typed.amount) ?? "";
        const { currency } = typed;
        const asked = currency === "" ? { amount } : { amount, currency };
        mutate({ ...subject, ...asked, merchant, presence: channel });
      }
    },
  });
  return {
    ...form,
    change: (changes: Partial<PreflightDraft>) => {
      form.change(changes);
      form.restart();
      reset();
    },
    asking: isPending,
    answer: data,
    /** Name of the merchant that the result is about. */
    merchant: variables?.merchant.name ?? "",
    error,
  };
}
