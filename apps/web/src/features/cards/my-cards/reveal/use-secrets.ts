import { REVEAL_SECONDS } from "@tessera/contract/constants";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Prove } from "../../../../ui/proof/use-proof.ts";

/** How long details stay on the screen. */
const SHOWN_MS = REVEAL_SECONDS * 1_000;
/** A frame that has the focus tells nobody around it when it loses it to another window. */
const LOOK_EVERY_MS = 500;

/** Why details are not on the screen (any more). */
export type Hidden = "never-shown" | "time" | "away";

export type SecretsState<T> =
  | { readonly kind: "hidden"; readonly why: Hidden; readonly error: unknown }
  | { readonly kind: "asking"; readonly isAgain: boolean }
  | { readonly kind: "shown"; readonly secrets: T; readonly hidesAtMs: number };

/** With what details are asked for. */
export interface Asking {
  readonly proof: string;
  readonly signal: AbortSignal;
  /** Call before the proof is sent, which uses it up: another try needs another one. */
  readonly onSpend: () => void;
}

const NEVER_SHOWN = { kind: "hidden", why: "never-shown", error: undefined } as const;

/** Whether the reader looks at something else: another page, or another window beside this one. */
function isAway(): boolean {
  return document.visibilityState === "hidden" || !document.hasFocus();
}

/** Calls while details are shown: when their time is over, and when the reader turns away. */
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
 * A card's details, held by this component alone: in no cache, no storage and no URL. They go after
 * a minute, when the page is left for another page or window, and with the component.
 *
 * @param open whether the sheet that shows them is open; closing it forgets them
 * @param ask fetches them with a fresh proof
 */
export function useSecrets<T>(open: boolean, ask: (asking: Asking) => Promise<T>) {
  const [state, setState] = useState<SecretsState<T>>(NEVER_SHOWN);
  const asking = useRef<AbortController>(undefined);
  /** Kept only so that a failure before it was sent need not ask for the proof again. */
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
    /** Retries with the given proof, or asks for another one if it was already sent. */
    again: () => {
      const proof = proven.current;
      if (proof === undefined) {
        hide("never-shown");
      } else {
        void run(async () => proof, true);
      }
    },
    /** What was to be shown cannot be, which only who shows it can know. */
    fail: (error: unknown) => hide("never-shown", error),
  };
}
