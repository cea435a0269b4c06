import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "./api-error.ts";
import { usePendingKey } from "./pending-key.ts";
import { isOutcomeUnknown, tryUntilKnown } from "./try-until-known.ts";

export interface MoneyWrite<Input, Output> {
  /** Sends the input only once, no matter how often the button is clicked. */
  readonly send: (input: Input) => void;
  /** Sends the last input again under the same key, cutting any pending delay short. */
  readonly sendAgain: () => void;
  readonly sending: boolean;
  /** True while a lost response is being retried: show the write as processing. */
  readonly processing: boolean;
  /**
   * True if no response arrived. The write may have taken effect, and only a retry can show whether
   * it did.
   */
  readonly unknown: boolean;
  /** The error if the write was rejected; null if it was not, or if the outcome is unknown. */
  readonly error: Error | null;
  readonly answer: Output | undefined;
  /** The input that was last sent. */
  readonly sent: Input | undefined;
  readonly reset: () => void;
}

interface MoneyWriteOptions<Input, Output> {
  readonly write: (input: Input, idempotencyKey: string) => Promise<Output>;
  readonly onDone?: (answer: Output) => void;
  readonly onRefused?: (error: Error) => void;
  /**
   * The error code for outdated input (such as an expired quote), and a function that fetches
   * current input.
   */
  readonly renewal?: { readonly code: string; readonly renew: () => void };
}

function isRefusedWith(error: Error, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/** Runs a write that moves money, under one idempotency key until its outcome is known. */
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
        // After an unknown outcome, the retry is shown as processing, not as a first attempt.
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
