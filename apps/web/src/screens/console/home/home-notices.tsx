import { MandateNotice } from "../../../features/cards/mandates/mandate-notice.tsx";
import { ClosingNotice } from "../../../features/identity/account-closing/closing-notice.tsx";

/** Renders what the customer has to know or decide: an account closure, purchases that wait. */
export function HomeNotices({ className }: { readonly className: string }) {
  return (
    <>
      <ClosingNotice className={className} />
      <MandateNotice className={className} />
    </>
  );
}
