import { Trans, useLingui } from "@lingui/react/macro";
import type { Exchange } from "@tessera/contract/money-movement/exchange.schemas";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import type { MoneyWrite } from "../../../lib/api/use-money-write.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { useCountdown } from "../../../ui/text/use-countdown.ts";
import type { TimedQuote } from "./exchange.queries.ts";
import { QuoteClock } from "./quote-clock.tsx";
import { RateTerms } from "./rate-terms.tsx";
import { QUOTE_EXPIRED, useExchange } from "./use-exchange.ts";

interface ConfirmExchangeProps {
  readonly quote: TimedQuote;
  readonly open: boolean;
  readonly renewing: boolean;
  readonly onRenew: () => void;
  readonly onClose: () => void;
  readonly onDone: (exchange: Exchange) => void;
}

/** Tells the customer what happened and what to know before trying again. */
function Outcome({ write }: { readonly write: MoneyWrite<string, Exchange> }) {
  const { t } = useLingui();
  if (write.error !== null) {
    return (
      <Note tone="negative" role="alert">
        {messageOf(write.error, t`Unknown error`)}
      </Note>
    );
  }
  if (write.unknown || write.processing) {
    return (
      <Note tone="caution" role="status">
        <Trans>
          No response yet. It is still being processed, and retrying can’t exchange twice. You can
          also close this and check your bills.
        </Trans>{" "}
        <button type="button" className="target font-semibold underline" onClick={write.sendAgain}>
          <Trans>Check now</Trans>
        </button>
      </Note>
    );
  }
  return null;
}

/** Asks for confirmation, showing both amounts, the rate and how long it is held. */
export function ConfirmExchange(props: ConfirmExchangeProps) {
  const { quote, open, renewing, onRenew, onClose, onDone } = props;
  const { t } = useLingui();
  const write = useExchange(onDone);
  const left = useCountdown(quote.endsAtMs);
  const busy = write.sending || write.unknown;
  const expired =
    left === 0 || (write.error instanceof ApiError && write.error.code === QUOTE_EXPIRED);
  const refused = write.error !== null;
  const amount = formatMoney(quote.soldAmount, quote.from);
  const renew = () => {
    write.reset();
    onRenew();
  };
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Review and confirm</Trans>}>
      <RateTerms terms={quote} />
      <div className="my-3 grid gap-3">
        {!busy && (
          <QuoteClock endsAtMs={expired ? 0 : quote.endsAtMs} renewing={renewing} onRenew={renew} />
        )}
        {!(expired && refused) && <Outcome write={write} />}
        <p className="text-small text-ink-3">
          <Trans>An exchange can’t be undone. Exchanging back costs the spread again.</Trans>
        </p>
      </div>
      <Button
        kind="primary"
        block
        disabled={!busy && (expired || refused)}
        loadingLabel={busy ? t`Exchanging` : undefined}
        onClick={() => write.send(quote.quoteId)}
      >
        <Trans>Exchange {amount}</Trans>
      </Button>
    </Sheet>
  );
}
