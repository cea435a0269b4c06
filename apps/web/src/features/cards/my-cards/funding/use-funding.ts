import { useQueryClient } from "@tanstack/react-query";
import { depositToCard, withdrawFromCard } from "@tessera/contract/cards/cards.endpoints";
import type { FundingReceipt, Quote } from "@tessera/contract/cards/cards.schemas";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { underKey, usePendingKey } from "../../../../lib/api/pending-key.ts";
import { MONEY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { keepCard } from "../cards.queries.ts";

/**
 * How a transfer stands. `unknown`: no answer came, so it is asked again under the same key until
 * one does; it may have taken place.
 */
export type FundingState =
  | { readonly kind: "idle" }
  | { readonly kind: "sending" }
  | { readonly kind: "unknown"; readonly error: ApiError }
  | { readonly kind: "failed"; readonly error: unknown };

/** When a lost answer is asked for again. After the last one the reader asks. */
const ASK_AFTER_MS = [1_500, 4_000, 8_000] as const;

interface FundingInput {
  readonly cardId: string;
  readonly onDone: (receipt: FundingReceipt) => void;
  /** It did not take place. */
  readonly onFailed: (error: unknown) => void;
}

/** Carries out a quote, once, whatever becomes of the answers. */
export function useFunding({ cardId, onDone, onFailed }: FundingInput) {
  const queries = useQueryClient();
  const key = usePendingKey();
  const [state, setState] = useState<FundingState>({ kind: "idle" });
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tries = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const refresh = () =>
    void Promise.all(MONEY_ROOTS.map((queryKey) => queries.invalidateQueries({ queryKey })));

  const send = async (quote: Quote) => {
    if (busy.current) {
      return;
    }
    busy.current = true;
    clearTimeout(timer.current);
    setState((before) => (before.kind === "unknown" ? before : { kind: "sending" }));
    const endpoint = quote.operation === "deposit" ? depositToCard : withdrawFromCard;
    try {
      const receipt = await underKey(key, (idempotencyKey) =>
        call(endpoint, {
          params: { id: cardId },
          body: { quoteId: quote.quoteId },
          idempotencyKey,
        }),
      );
      keepCard(cardId, (card) => ({ ...card, balance: receipt.cardBalance }));
      setState({ kind: "idle" });
      tries.current = 0;
      refresh();
      onDone(receipt);
    } catch (error) {
      if (error instanceof ApiError && error.outcomeUnknown) {
        setState({ kind: "unknown", error });
        const wait = ASK_AFTER_MS[tries.current];
        tries.current += 1;
        if (wait !== undefined) {
          timer.current = setTimeout(() => void send(quote), wait);
        }
      } else {
        tries.current = 0;
        setState({ kind: "failed", error });
        onFailed(error);
      }
      refresh();
    } finally {
      busy.current = false;
    }
  };

  return {
    state,
    send: (quote: Quote) => void send(quote),
    /** Forgets a known failure. What is not known yet is not forgotten. */
    reset: () => setState((before) => (before.kind === "failed" ? { kind: "idle" } : before)),
  };
}
