import { Trans } from "@lingui/react/macro";
import { EmptyState } from "../list/empty-state.tsx";

/** Renders the message for a screen whose service is unavailable. */
export function NotOffered({ what }: { readonly what: "deposits" | "withdrawals" | "cards" }) {
  return (
    <EmptyState>
      {what === "deposits" && (
        <Trans>Deposits aren’t available. Your balance and history are not affected.</Trans>
      )}
      {what === "withdrawals" && (
        <Trans>
          Withdrawals aren’t available. Contact support about the money in your account.
        </Trans>
      )}
      {what === "cards" && (
        <Trans>New cards aren’t available. The cards you have are not affected.</Trans>
      )}
    </EmptyState>
  );
}
