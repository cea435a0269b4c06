import { useQuery } from "@tanstack/react-query";
import { createProof } from "@tessera/contract/identity/accounts.endpoints";
import type { ProofSubject } from "@tessera/contract/identity/accounts.schemas";
import { askPasskey } from "@tessera/contract/identity/factors.endpoints";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../lib/api/api-client.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { factorsQuery, type ProofMethod, usableMethods } from "../../lib/session/factors.ts";

/** What is wrong: nothing was given, the passkey did not come, or what the server said. */
export type ProofProblem = "empty" | "dismissed" | { readonly message: string };

/** Gets a proof for `X-Proof`. A code is spent by the first, so that repeats answer the same. */
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

/** What was wrong with a proof; undefined for what was wrong with something else. */
function problemOf(error: unknown): ProofProblem | undefined {
  if (error instanceof Error && error.name === "PasskeyDismissed") {
    return "dismissed";
  }
  if (!(error instanceof ApiError)) {
    return undefined;
  }
  if (error.code === "second_factor_required") {
    // Enrolled meanwhile, on another device.
    void queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
    return { message: error.message };
  }
  const isOfProof = error.code === "proof_invalid" || error.code === "proof_stale";
  return isOfProof ? { message: error.message } : undefined;
}

/**
 * Asks the reader to prove that it is them, by what they have enrolled: shown by `ProofField`,
 * inside a form of the caller's or in a `ProofSheet`.
 *
 * @param subject what the reader was shown, where the proof is to be good for that alone
 */
export function useProof(subject?: ProofSubject) {
  const { data, isPending } = useQuery(factorsQuery, queryClient);
  const [chosen, setChosen] = useState<ProofMethod>();
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<ProofProblem>();
  const [round, setRound] = useState(0);
  const methods = usableMethods(data?.methods ?? []);
  // Whoever has a passkey that cannot be used here may have nothing else here either.
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
    /** Grows with each refusal, for the focus. */
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
    /** Whether everything is there that a proof takes; says so at the field where not. */
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
    /** What gets the proof that was just checked; to be called as a consequence of a press. */
    prover: () => proverOf(method, value, subject),
    /** Shows at the field what was wrong with the proof; answers whether that was it. */
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
    /** Forgets what was typed, once it was taken. */
    clear: () => {
      setValue("");
      setProblem(undefined);
    },
  };
}

export type Proving = ReturnType<typeof useProof>;

/**
 * Explains each new refusal at the field of the proof.
 *
 * @returns whether it was refused for something else, which is the caller's to say
 */
export function useExplained(proving: Proving, error: unknown): boolean {
  const [isElse, setElse] = useState(false);
  const explain = useEffectEvent((refusal: unknown) => {
    setElse(refusal != null && !proving.explain(refusal));
  });
  useEffect(() => explain(error), [error]);
  return isElse;
}
