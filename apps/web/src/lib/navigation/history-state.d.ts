import "@tanstack/react-router";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where a verification link was mailed to. Kept out of the address, which gets shared. */
    sentTo?: string;
    /** Who has just registered, to sign in as. Kept out of the address as well. */
    signInAs?: string;
    /** This step only opened a sheet on the page before it, so closing the sheet goes back. */
    openedHere?: boolean;
    /** A rule to fill the strategy editor with. Too long for an address, and nobody else's. */
    draft?: { readonly name: string; readonly rule: StrategyRule };
  }
}
