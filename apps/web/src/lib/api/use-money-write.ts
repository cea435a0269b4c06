import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "./api-error.ts";
import { usePendingKey } from "./pending-key.ts";
import { isOutcomeUnknown, tryUntilKnown } from "./try-until-known.ts";

export interface MoneyWrite<Input, Output> {
  /** Sends it once, however often it is pressed. */
  readonly send: (input: Input) => void;
  /** Sends what was sent last again, under the same key; at once where that is about to happen. */
  readonly sendAgain: () => void;
  readonly sending: boolean;
  /** An answer was lost and is being asked for: show it as processing. */
  readonly processing: boolean;
  /** No answer came: it may have taken place, and only sending it again finds out. */
  readonly unknown: boolean;
  /** Why it was refused; null where it was not, or where that is not known. */
  readonly error: Error | null;
  readonly answer: Output | undefined;
  /** What was sent last. */
  readonly sent: Input | undefined;
  readonly reset: () => void;
}

interface MoneyWriteOptions<Input, Output> {
  readonly write: (input: Input, idempotencyKey: string) => Promise<Output>;
  readonly onDone?: (answer: Output) => void;
  readonly onRefused?: (error: Error) => void;
  /** The code that refuses an outdated input (an expired quote), and what gets a current one. */
  readonly renewal?: { readonly code: string; readonly renew: () => void };
}

function isRefusedWith(error: Error, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/** A write that moves money: one idempotency key from the first press to a known outcome. */
export function useMoneyWrite<Input, Output>({
  write,
  onDone,
  onRefused,
  renewal,
}: MoneyWriteOptions<Input, Output>): MoneyWrite<Input, Output> {
  const key = usePendingKey();
  const busy = useRef(false);
  const tryNow = useRef<() => void>(undefined);
  const [processing, setProcessing] = useState(false);
  const mutation = useMutation<Output, Error, Input>({
    mutationFn: (input) =>
      tryUntilKnown(key, (idempotencyKey) => write(input, idempotencyKey), {
        onWaiting: (now) => {
          tryNow.current = now;
          setProcessing(true);
        },
      }),
    onSuccess: (answer) => onDone?.(answer),
    onError: (error) => {
      if (!isOutcomeUnknown(error)) {
        onRefused?.(error);
        if (renewal !== undefined && isRefusedWith(error, renewal.code)) {
          renewal.renew();
        }
      }
    },
    onSettled: () => {
      busy.current = false;
      tryNow.current = undefined;
      setProcessing(false);
    },
  });
  const send = (input: Input) => {
    if (!busy.current) {
      busy.current = true;
      mutation.mutate(input);
    }
  };
  const unknown = isOutcomeUnknown(mutation.error);
  return {
    send,
    sendAgain: () => {
      tryNow.current?.();
      if (mutation.variables !== undefined && !busy.current) {
        // What the first answer was lost of is processing, not sent for the first time.
        setProcessing(unknown);
        send(mutation.variables);
      }
    },
    sending: mutation.isPending,
    processing,
    unknown,
    error: unknown ? null : mutation.error,
    answer: mutation.data,
    sent: mutation.variables,
    reset: mutation.reset,
  };
}
