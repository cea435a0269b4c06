import { useLingui } from "@lingui/react/macro";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { CorrectionForm, type CorrectionTarget } from "./correction-form.tsx";

interface ProposeSheetProps {
  readonly customerId: string;
  readonly targets: readonly CorrectionTarget[];
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets an operator propose an adjustment to one customer's balance. */
export function ProposeSheet({ customerId, targets, open, onClose }: ProposeSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Propose an adjustment`}
      subtitle={t`No money moves until someone else approves it.`}
    >
      <CorrectionForm
        customerId={customerId}
        targets={targets}
        onDone={() => {
          showToast({ tone: "success", text: t`Adjustment proposed` });
          onClose();
        }}
      />
    </Sheet>
  );
}
