import { Trans, useLingui } from "@lingui/react/macro";
import { ProofSheet } from "../../../ui/proof/proof-sheet.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { MandateFacts, MandateTexts } from "./mandate-facts.tsx";
import { type ShownMandate, useApproveMandate } from "./mandates.queries.ts";

interface ApproveMandateProps {
  readonly shown: ShownMandate;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders everything that an approval is bound to, and the step-up. */
export function ApproveMandateSheet({ shown, open, onClose }: ApproveMandateProps) {
  const { t } = useLingui();
  const approve = useApproveMandate();
  const { mandate, offer } = shown;
  const { id: mandateId, revision, merchant, ceiling, currency, until, purpose } = mandate;
  const { total } = offer;
  return (
    <ProofSheet
      open={open}
      onClose={onClose}
      title={<Trans>Approve purchase</Trans>}
      subject={{
        ...{ operation: "mandate_approval", mandateId, revision, merchant, ceiling },
        ...{ currency, until, purpose, total },
      }}
      confirmLabel={t`Approve ${{ amount: formatMoney(ceiling, currency) }}`}
      onProven={async (proof) => {
        await approve(shown, proof);
        onClose();
      }}
    >
      <MandateTexts mandate={mandate} />
      <MandateFacts mandate={mandate} />
      <p className="mt-3 text-small text-ink-3">
        <Trans>
          We issue a card that pays this merchant once, and load it with this amount. What is left
          returns to your account when the purchase has settled or its time has passed.
        </Trans>
      </p>
    </ProofSheet>
  );
}
