import { verifyEmail } from "@tessera/contract/identity/accounts.endpoints";
import type { Session } from "@tessera/contract/identity/accounts.schemas";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { adoptSession } from "../../../lib/session/session.ts";
import { sessionStore } from "../../../lib/session/session-store.ts";

export type Verification =
  /** A link was emailed, and the page is waiting for the user to follow it. */
  | { readonly kind: "waiting"; readonly sentTo: string }
  /** Another user is signed in; following the link would replace their session. */
  | { readonly kind: "asking"; readonly username: string }
  | { readonly kind: "verifying" }
  | { readonly kind: "verified"; readonly session: Session }
  /** `message` comes from the server; it is empty if the server sent none. */
  | {
      readonly kind: "failed";
      readonly reason: "missing-token" | "refused";
      readonly message?: string;
    };

function firstState(token: string | undefined, sentTo: string | undefined): Verification {
  if (token === undefined || token === "") {
    return sentTo === undefined
      ? { kind: "failed", reason: "missing-token" }
      : { kind: "waiting", sentTo };
  }
  const { user, token: current } = sessionStore.get();
  return current !== null
    ? { kind: "asking", username: user?.username ?? "" }
    : { kind: "verifying" };
}

/** Redeems an emailed link once, after removing its token from the address bar. */
export function useEmailVerification(urlToken: string | undefined, sentTo: string | undefined) {
  const [token] = useState(urlToken);
  const [state, setState] = useState(() => firstState(token, sentTo));
  const posted = useRef(false);

  useEffect(() => {
    if (urlToken !== undefined) {
      window.history.replaceState(window.history.state, "", window.location.pathname);
    }
  }, [urlToken]);

  useEffect(() => {
    if (state.kind !== "verifying" || token === undefined || posted.current) {
      return;
    }
    posted.current = true;
    call(verifyEmail, { body: { token } }).then(
      (session) => setState({ kind: "verified", session }),
      (error: unknown) =>
        setState({ kind: "failed", reason: "refused", message: messageOf(error, "") }),
    );
  }, [state.kind, token]);

  return {
    state,
    /** Continues even if another user is signed in. */
    proceed: () => setState({ kind: "verifying" }),
    /** Switches to the session that the link opened. */
    signIn: async () => {
      if (state.kind === "verified") {
        await adoptSession(state.session);
      }
    },
  };
}
