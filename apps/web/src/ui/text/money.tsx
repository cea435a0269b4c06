import { useLocale } from "../../lib/locale.ts";
import { FitText } from "../layout/fit-text.tsx";
import { classNames } from "../style/class-names.ts";
import { formatMoney, type MoneySign, moneyParts } from "./format-money.ts";
import { spokenMoney } from "./spoken-money.ts";

interface MoneyProps {
  /** An amount as in the API: `"-182.40"`. */
  readonly amount: string;
  /** Currency code; ¥ is shown if it is missing. */
  readonly currency: string | null | undefined;
  readonly sign?: MoneySign | undefined;
  /** Mutes the cents at display sizes. */
  readonly quietCents?: boolean | undefined;
  /** Narrows and then shrinks the text until it fits on its line, so it is never clipped. */
  readonly fit?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Renders an exact amount, which screen readers read out in words. */
export function Money({ amount, currency, sign, quietCents, fit, className }: MoneyProps) {
  const locale = useLocale();
  const parts = moneyParts(amount, currency, sign);
  const text = formatMoney(amount, currency, sign);
  const shown = quietCents ? (
    <>
      {text.slice(0, text.indexOf(".", parts.sign.length))}
      <span className="text-ink-3">{text.slice(text.indexOf(".", parts.sign.length))}</span>
    </>
  ) : (
    text
  );
  return (
    <span className={classNames("whitespace-nowrap", className)}>
      <span className="sr-only">{spokenMoney(amount, currency, locale, sign)}</span>
      <span aria-hidden="true">{fit ? <FitText text={text}>{shown}</FitText> : shown}</span>
    </span>
  );
}
