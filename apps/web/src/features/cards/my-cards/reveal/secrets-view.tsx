import { useLingui } from "@lingui/react/macro";
import type { CardSecrets } from "@tessera/contract/cards/cards.schemas";
import { formatExpiry } from "../../../../ui/card-face/card-face.tsx";
import { CopyButton } from "../../../../ui/form/copy-button.tsx";
import { DetailsLayout } from "./details-layout.tsx";
import { groupPan } from "./group-pan.ts";

interface SecretsViewProps {
  readonly secrets: CardSecrets;
  readonly network: string;
  readonly hidesAtMs: number;
  readonly onHide: () => void;
}

/** Shows, for one minute, the number, expiry, CVV and billing address that Tessera stores. */
export function SecretsView({ secrets, network, hidesAtMs, onHide }: SecretsViewProps) {
  const { t } = useLingui();
  const { pan, cvv, expiryMonth, expiryYear, billingAddress } = secrets;
  const expiry = formatExpiry(expiryMonth, expiryYear);
  const copyNumber = (
    <CopyButton text={() => pan} label={t`Copy card number`} copiedText={t`Card number copied`} />
  );
  const copyExpiry = (
    <CopyButton text={() => expiry} label={t`Copy expiry`} copiedText={t`Expiry copied`} />
  );
  const copyCvv = <CopyButton text={() => cvv} label={t`Copy CVV`} copiedText={t`CVV copied`} />;
  return (
    <DetailsLayout
      number={{ value: groupPan(pan, network), copy: copyNumber }}
      expiry={{ value: expiry, copy: copyExpiry }}
      cvv={{ value: cvv, copy: copyCvv }}
      billingAddress={billingAddress}
      hidesAtMs={hidesAtMs}
      onHide={onHide}
    />
  );
}
