import "@tanstack/react-router";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Address that a verification link was sent to. Not in the URL, which may be shared. */
    sentTo?: string;
    /** Name of the user who has just registered, to sign in with. Not in the URL either. */
    signInAs?: string;
    /** Set if this entry only opened a sheet on the previous page, so that closing it goes back. */
    openedHere?: boolean;
    /** A rule to prefill the strategy editor. Too long for a URL, and private. */
    draft?: { readonly name: string; readonly rule: StrategyRule };
  }
}
