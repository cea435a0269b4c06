import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where a verification link was mailed to. Kept out of the address, which gets shared. */
    sentTo?: string;
  }
}
