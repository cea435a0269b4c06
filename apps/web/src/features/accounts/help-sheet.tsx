import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { inlineLinkClass } from "../../ui/text-link.ts";

function Answer({
  question,
  children,
}: {
  readonly question: string;
  readonly children: ReactNode;
}) {
  return (
    <details className="group border-b border-line last:border-0">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 font-medium">
        {question}
        <ChevronDown
          aria-hidden="true"
          size={20}
          strokeWidth={1.75}
          className="flex-none text-ink-3 transition-transform duration-220 group-open:rotate-180"
        />
      </summary>
      <p className="pb-4 text-ink-2">{children}</p>
    </details>
  );
}

/** What is asked most, answered where it is asked. */
export function HelpSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Help`}>
      <Answer question={t`How do I put money on a card?`}>
        <Trans>
          Deposit to your account in Wallet, then press Add funds on the card. You see the fee and
          both balances before you confirm.
        </Trans>
      </Answer>
      <Answer question={t`What does it cost?`}>
        <Trans>
          Every fee is shown before you confirm it. All of them are in the{" "}
          <Link to="/legal/terms" className={inlineLinkClass}>
            Terms of Service
          </Link>
          .
        </Trans>
      </Answer>
      <Answer question={t`Why was a payment declined?`}>
        <Trans>
          The bill says why: too little on the card, a limit reached, a frozen card, or one of your
          own rules. Nothing is charged for a declined payment.
        </Trans>
      </Answer>
      <Answer question={t`Somebody has seen my card. What now?`}>
        <Trans>
          Freeze the card at once: new payments are declined from that moment. Then close it, and
          its balance returns to your account.
        </Trans>
      </Answer>
      <Link
        to="/customer-service"
        onClick={onClose}
        className={buttonClass({ block: true, className: "mt-5" })}
      >
        <Trans>Write to customer support</Trans>
      </Link>
    </Sheet>
  );
}
