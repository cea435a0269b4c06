import "@tanstack/react-router";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /**
     * The address that a verification link was sent to. Not kept in the URL, because URLs may be
     * shared.
     */
    sentTo?: string;
    /** Username for signing in right after registration. Not kept in the URL either. */
    signInAs?: string;
    /** Set if this entry only opened a sheet on the previous page, so that closing it goes back. */
    openedHere?: boolean;
    /** A rule to prefill the strategy editor. The rule is private and too long for a URL. */
    draft?: { readonly name: string; readonly rule: StrategyRule };
  }
}
