import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where a verification link was mailed to. Kept out of the address, which gets shared. */
    sentTo?: string;
    /** This step only opened a sheet on the page before it, so closing the sheet goes back. */
    openedHere?: boolean;
  }
}
