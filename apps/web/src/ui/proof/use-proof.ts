import { useQuery } from "@tanstack/react-query";
import { createProof } from "@tessera/contract/identity/accounts.endpoints";
import type { ProofSubject } from "@tessera/contract/identity/accounts.schemas";
import { askPasskey } from "@tessera/contract/identity/factors.endpoints";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../lib/api/api-client.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { factorsQuery, type ProofMethod, usableMethods } from "../../lib/session/factors.ts";

/**
 * The reason a step-up failed: empty input, a dismissed passkey dialog, or an error message from
 * the server.
 */
export type ProofProblem = "empty" | "dismissed" | { readonly message: string };

/**
 * Gets a step-up token. With a second factor, the first call uses up the code; later calls return
 * the same token.
 */
export type Prove = (signal?: AbortSignal) => Promise<string>;

const BODIES = {
  password: (password: string) => ({ password }),
  totp: (totp: string) => ({ totp }),
  recovery: (recoveryCode: string) => ({ recoveryCode }),
} as const;

async function proofBy(
  method: ProofMethod,
  value: string,
  {
    subject,
    signal,
  }: { readonly subject: ProofSubject | undefined; readonly signal?: AbortSignal | undefined },
): Promise<string> {
  const extras = signal === undefined ? {} : { signal };
  const bound = subject === undefined ? {} : { subject };
  if (method !== "passkey") {
    const body = { ...BODIES[method](value), ...bound };
    return (await call(createProof, { body, ...extras })).proof;
  }
  const { usePasskey: sign } = await import("../../lib/session/passkey.ts");
  const passkey = await sign(await call(askPasskey, extras), signal);
  return (await call(createProof, { body: { passkey, ...bound }, ...extras })).proof;
}

function proverOf(
  method: ProofMethod | undefined,
  value: string,
  subject: ProofSubject | undefined,
): Prove {
  if (method === undefined) {
    return () => Promise.reject(new Error("nothing to prove with"));
  }
  if (method === "password") {
    return (signal) => proofBy(method, value, { subject, signal });
  }
  let proven: Promise<string> | undefined;
  return (signal) => {
    proven ??= proofBy(method, value, { subject, signal }).catch((error: unknown) => {
      proven = undefined;
      throw error;
    });
    return proven;
  };
}

/** Returns the step-up problem that an error represents; undefined for any other error. */
function problemOf(error: unknown): ProofProblem | undefined {
  if (error instanceof Error && error.name === "PasskeyDismissed") {
    return "dismissed";
  }
  if (!(error instanceof ApiError)) {
    return undefined;
  }
  if (error.code === "second_factor_required") {
    // A second factor was enrolled on another device in the meantime.
    void queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
    return { message: error.message };
  }
  const isOfProof = error.code === "proof_invalid" || error.code === "proof_stale";
  return isOfProof ? { message: error.message } : undefined;
}

/**
 * Asks the user for a step-up with an enrolled method. `ProofField` renders the input, inside the
 * caller's form or in a `ProofSheet`.
 *
 * @param subject the operation that the token is bound to, if any
 */
export function useProof(subject?: ProofSubject) {
  const { data, isPending } = useQuery(factorsQuery, queryClient);
  const [chosen, setChosen] = useState<ProofMethod>();
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<ProofProblem>();
  const [round, setRound] = useState(0);
  const methods = usableMethods(data?.methods ?? []);
  // A user whose passkey cannot be used here may have no other method.
  const method = chosen !== undefined && methods.includes(chosen) ? chosen : methods[0];

  const refuse = (next: ProofProblem) => {
    setProblem(next);
    setRound((before) => before + 1);
  };
  return {
    isPending,
    methods,
    method,
    value,
    problem,
    /** Incremented on each rejected step-up to move the focus. */
    round,
    choose: (next: ProofMethod) => {
      setChosen(next);
      setValue("");
      setProblem(undefined);
    },
    type: (next: string) => {
      setValue(next);
      setProblem(undefined);
    },
    /** Returns whether the step-up input is complete; if not, shows the problem at the field. */
    check: (): boolean => {
      const isThere =
        method === "passkey" || (method === "totp" ? value.length === 6 : value.trim() !== "");
      if (method === undefined || isPending || !isThere) {
        refuse("empty");
        return false;
      }
      setProblem(undefined);
      return true;
    },
    /**
     * Returns a function that gets a token for the checked input. Call `prover` when the user
     * clicks.
     */
    prover: () => proverOf(method, value, subject),
    /** Shows a step-up problem at the field; returns whether the error was a step-up problem. */
    explain: (error: unknown): boolean => {
      const found = problemOf(error);
      if (found === undefined) {
        return false;
      }
      if (found !== "dismissed") {
        setValue("");
      }
      refuse(found);
      return true;
    },
    /** Clears the input after it has been accepted. */
    clear: () => {
      setValue("");
      setProblem(undefined);
    },
  };
}

export type Proving = ReturnType<typeof useProof>;

/**
 * Shows each new step-up error at its field.
 *
 * @returns whether the error has another cause and must be shown by the caller
 */
export function useExplained(proving: Proving, error: unknown): boolean {
  const [isElse, setElse] = useState(false);
  const explain = useEffectEvent((refusal: unknown) => {
    setElse(refusal != null && !proving.explain(refusal));
  });
  useEffect(() => explain(error), [error]);
  return isElse;
}
