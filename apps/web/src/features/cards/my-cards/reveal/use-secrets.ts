import { REVEAL_SECONDS } from "@tessera/contract/constants";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Prove } from "../../../../ui/proof/use-proof.ts";

/** How long details are displayed, in milliseconds. */
const SHOWN_MS = REVEAL_SECONDS * 1_000;
/**
 * Polling interval, in milliseconds. Polling is needed because a focused iframe sends no event when
 * its window loses focus.
 */
const LOOK_EVERY_MS = 500;

/** Why the details were never shown or are no longer shown. */
export type Hidden = "never-shown" | "time" | "away";

export type SecretsState<T> =
  | { readonly kind: "hidden"; readonly why: Hidden; readonly error: unknown }
  | { readonly kind: "asking"; readonly isAgain: boolean }
  | { readonly kind: "shown"; readonly secrets: T; readonly hidesAtMs: number };

/** Arguments to the function that requests the details. */
export interface Asking {
  readonly proof: string;
  readonly signal: AbortSignal;
  /** Must be called before the step-up token is sent, because a token can only be used once. */
  readonly onSpend: () => void;
}

const NEVER_SHOWN = { kind: "hidden", why: "never-shown", error: undefined } as const;

/** Returns true if the user is looking at another page or window. */
function isAway(): boolean {
  return document.visibilityState === "hidden" || !document.hasFocus();
}

/**
 * Calls `hide` when the display time has elapsed or the user switches to another page or window.
 */
function useHiding(shown: boolean, hide: (why: Hidden) => void): void {
  const onHide = useEffectEvent(hide);
  useEffect(() => {
    if (!shown) {
      return;
    }
    const timer = setTimeout(() => onHide("time"), SHOWN_MS);
    const onLeave = () => {
      if (isAway()) {
        onHide("away");
      }
    };
    const looking = setInterval(onLeave, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", onLeave);
    window.addEventListener("blur", onLeave);
    return () => {
      clearTimeout(timer);
      clearInterval(looking);
      document.removeEventListener("visibilitychange", onLeave);
      window.removeEventListener("blur", onLeave);
    };
  }, [shown]);
}

/**
 * Keeps a card's details only in component state, never in a cache, storage or URL. They are
 * discarded after a minute, when the user switches to another page or window, and on unmount.
 *
 * @param open true while the sheet that shows them is open; closing it discards them
 * @param ask fetches them with a fresh step-up token
 */
export function useSecrets<T>(open: boolean, ask: (asking: Asking) => Promise<T>) {
  const [state, setState] = useState<SecretsState<T>>(NEVER_SHOWN);
  const asking = useRef<AbortController>(undefined);
  /**
   * The step-up token, kept so that a failure before the token was sent does not require another
   * step-up.
   */
  const proven = useRef<string>(undefined);
  const hide = (why: Hidden, error?: unknown) => setState({ kind: "hidden", why, error });

  useEffect(() => {
    if (!open) {
      asking.current?.abort();
      proven.current = undefined;
      setState(NEVER_SHOWN);
    }
  }, [open]);
  useEffect(() => () => asking.current?.abort(), []);
  useHiding(state.kind === "shown", (why) => {
    proven.current = undefined;
    hide(why);
  });

  const run = async (prove: Prove, isAgain = false) => {
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    setState({ kind: "asking", isAgain });
    try {
      const proof = await prove(signal);
      proven.current = proof;
      const onSpend = () => {
        proven.current = undefined;
      };
      const secrets = await ask({ proof, signal, onSpend });
      if (signal.aborted) {
        return;
      }
      if (isAway()) {
        hide("away");
      } else {
        setState({ kind: "shown", secrets, hidesAtMs: Date.now() + SHOWN_MS });
      }
    } catch (error) {
      if (!signal.aborted) {
        hide("never-shown", error);
      }
    }
  };

  return {
    state,
    reveal: (prove: Prove) => void run(prove),
    /**
     * Retries with the stored step-up token, or asks for a new step-up if the token was already
     * sent.
     */
    again: () => {
      const proof = proven.current;
      if (proof === undefined) {
        hide("never-shown");
      } else {
        void run(async () => proof, true);
      }
    },
    /** Reports a failure to display the details, which only the displaying component can detect. */
    fail: (error: unknown) => hide("never-shown", error),
  };
}
