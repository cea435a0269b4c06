import { Trans } from "@lingui/react/macro";
import { CloseAccount } from "../../../features/identity/account-closing/close-account.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";

/** Renders the page for closing an account. */
export function ClosePage() {
  return (
    <div className="lg:max-w-[640px]">
      <TopBar title={<Trans>Close account</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter) pb-6">
        <CloseAccount />
      </main>
    </div>
  );
}
