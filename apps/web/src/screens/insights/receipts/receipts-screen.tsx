import { Trans } from "@lingui/react/macro";
import { ReceiptList } from "../../../features/insights/bills/receipts/receipt-list.tsx";
import { ReceiptUpload } from "../../../features/insights/bills/receipts/receipt-upload.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";

/** Renders `/receipts`: the customer's receipts, and those that still need a payment. */
export function ReceiptsScreen() {
  return (
    <>
      <TopBar title={<Trans>Receipts</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter) pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_348px] lg:items-start lg:gap-10">
        <section className="pt-2 lg:sticky lg:top-14 lg:order-2">
          <ReceiptUpload />
        </section>
        <section className="mt-7 lg:mt-0">
          <ReceiptList />
        </section>
      </main>
    </>
  );
}
