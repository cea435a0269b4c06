import { Plural, Trans } from "@lingui/react/macro";
import type { Mandate, MandateDetail } from "@tessera/contract/cards/mandates.schemas";
import { KeyValue, Note } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";

/** Renders the texts of a mandate as the characters that they are, and who wrote them. */
export function MandateTexts({ mandate }: { readonly mandate: Mandate }) {
  const { proposedBy, purpose, hiddenCharacters: hidden } = mandate;
  const { name } = proposedBy;
  return (
    <>
      <p className="text-small text-ink-3">
        {name === null ? (
          <Trans>Proposed by you</Trans>
        ) : (
          <Trans>
            Proposed by your software “{name}”. The name of the merchant and the purpose are its
            words, not ours.
          </Trans>
        )}
      </p>
      <blockquote
        dir="auto"
        className="mt-2 rounded-control bg-fill px-3.5 py-3 text-ink wrap-break-word"
      >
        {purpose}
      </blockquote>
      {hidden > 0 && (
        <Note tone="caution" className="mt-3">
          <Plural
            value={hidden}
            one="# invisible character was removed from these texts. Look closely."
            other="# invisible characters were removed from these texts. Look closely."
          />
        </Note>
      )}
    </>
  );
}

/** Renders the terms of a mandate, and what it costs or did cost. */
export function MandateFacts({ mandate }: { readonly mandate: MandateDetail }) {
  const { merchant, ceiling, currency, until, offer, card } = mandate;
  const fees = offer ?? card;
  return (
    <dl className="mt-3">
      <KeyValue label={<Trans>Merchant</Trans>} ruled>
        <span className="wrap-break-word">{merchant}</span>
      </KeyValue>
      <KeyValue label={<Trans>At most</Trans>}>
        <Money amount={ceiling} currency={currency} />
      </KeyValue>
      <KeyValue label={<Trans>Valid until</Trans>}>
        <DateText at={until} />
      </KeyValue>
      {fees !== null && (
        <>
          <KeyValue label={<Trans>Opening fee</Trans>} ruled>
            <Money amount={fees.openingFee} currency={currency} />
          </KeyValue>
          <KeyValue label={<Trans>Fee for loading the card</Trans>}>
            <Money amount={fees.loadFee} currency={currency} />
          </KeyValue>
        </>
      )}
      {offer !== null && (
        <KeyValue label={<Trans>Leaves your account</Trans>} strong ruled>
          <Money amount={offer.total} currency={currency} />
        </KeyValue>
      )}
    </dl>
  );
}
