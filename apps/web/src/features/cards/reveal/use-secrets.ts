import { createProof } from "@tessera/contract/accounts/accounts.endpoints";
import { revealCard } from "@tessera/contract/cards/cards.endpoints";
import type { CardSecrets } from "@tessera/contract/cards/cards.schemas";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../lib/api-client.ts";

/** How long details stay on the screen. */
const SHOWN_MS = 60_000;

/** Why details are not on the screen (any more). */
export type Hidden = "never-shown" | "time" | "away";

export type SecretsState =
  | { readonly kind: "hidden"; readonly why: Hidden; readonly error: unknown }
  | { readonly kind: "asking" }
  | { readonly kind: "shown"; readonly secrets: CardSecrets; readonly hidesAtMs: number };

const NEVER_SHOWN: SecretsState = { kind: "hidden", why: "never-shown", error: undefined };

/** Whether the reader looks at something else: another page, or another window beside this one. */
function isAway(): boolean {
  return document.visibilityState === "hidden" || !document.hasFocus();
}

/**
 * A card's number and CVV, held by this component alone: in no cache, no storage and no URL. They
 * go after a minute, when the page is left for another page or window, and with the component.
 *
 * @param open whether the sheet that shows them is open; closing it forgets them
 */
export function useSecrets(cardId: string, open: boolean) {
  const [state, setState] = useState<SecretsState>(NEVER_SHOWN);
  const asking = useRef<AbortController>(undefined);
  const shown = state.kind === "shown";

  useEffect(() => {
    if (!open) {
      asking.current?.abort();
      setState(NEVER_SHOWN);
    }
  }, [open]);
  useEffect(() => () => asking.current?.abort(), []);

  useEffect(() => {
    if (!shown) {
      return;
    }
    const hide = (why: Hidden) => setState({ kind: "hidden", why, error: undefined });
    const timer = setTimeout(() => hide("time"), SHOWN_MS);
    const onLeave = () => {
      if (isAway()) {
        hide("away");
      }
    };
    document.addEventListener("visibilitychange", onLeave);
    window.addEventListener("blur", onLeave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onLeave);
      window.removeEventListener("blur", onLeave);
    };
  }, [shown]);

  const reveal = async (password: string) => {
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    setState({ kind: "asking" });
    try {
      const { proof } = await call(createProof, { body: { password }, signal });
      const secrets = await call(revealCard, { params: { id: cardId }, proof, signal });
      if (signal.aborted) {
        return;
      }
      setState(
        isAway()
          ? { kind: "hidden", why: "away", error: undefined }
          : { kind: "shown", secrets, hidesAtMs: Date.now() + SHOWN_MS },
      );
    } catch (error) {
      if (!signal.aborted) {
        setState({ kind: "hidden", why: "never-shown", error });
      }
    }
  };

  return { state, reveal: (password: string) => void reveal(password) };
}
