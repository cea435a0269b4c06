import { Trans, useLingui } from "@lingui/react/macro";
import type { BillingAddress } from "@tessera/contract/cards/cards.schemas";
import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { CopyButton } from "../../../../ui/form/copy-button.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { useCountdown } from "../../../../ui/text/use-countdown.ts";

/** One card detail: the element that displays it and the button that copies it. */
export interface Detail {
  readonly value: ReactNode;
  readonly copy: ReactNode;
}

function DetailRow({
  label,
  big,
  detail,
}: {
  readonly label: ReactNode;
  readonly big?: boolean;
  readonly detail: Detail;
}) {
  return (
    <div className="flex min-h-15 items-center justify-between gap-3 py-1">
      <div className="min-w-0 flex-1">
        <div className="text-small text-ink-3">{label}</div>
        <div className={`mt-px tracking-[.01em] ${big ? "text-h2" : "text-h"}`}>{detail.value}</div>
      </div>
      {detail.copy}
    </div>
  );
}

/** Returns the lines of an address as written on an envelope. */
function addressLines(address: BillingAddress, locale: string): readonly string[] {
  const { line1, line2, city, region, postalCode, country } = address;
  const place = [city, [region, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const name = new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country;
  return [[line1, line2].filter(Boolean).join(", "), place, name];
}

function Address({ address }: { readonly address: BillingAddress }) {
  const { t } = useLingui();
  const locale = useLocale();
  const lines = addressLines(address, locale);
  return (
    <div className="pt-3 pb-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-small text-ink-3">
          <Trans>Billing address</Trans>
        </span>
        {address.assignment !== "holder" && (
          <Chip tone="neutral">{address.assignment === "auto" ? t`Auto-assigned` : t`Custom`}</Chip>
        )}
      </div>
      <div className="flex items-center justify-between gap-3">
        <address className="min-w-0 pt-1 font-medium not-italic">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        <CopyButton
          text={() => lines.join("\n")}
          label={t`Copy billing address`}
          copiedText={t`Billing address copied`}
        />
      </div>
    </div>
  );
}

function HidesIn({ atMs, onHide }: { readonly atMs: number; readonly onHide: () => void }) {
  const left = useCountdown(atMs);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <div className="mt-2 flex items-center gap-2.5 rounded-control bg-fill py-1 pr-1 pl-3.5 text-small text-ink-2">
      <EyeOff aria-hidden="true" size={18} strokeWidth={1.75} className="flex-none" />
      <span className="flex-1">
        <Trans>
          Hiding details in <b className="font-medium text-ink">{time}</b>
        </Trans>
      </span>
      <Button kind="text" size="md" className="px-3" onClick={onHide}>
        <Trans>Hide now</Trans>
      </Button>
    </div>
  );
}

interface DetailsLayoutProps {
  readonly number: Detail;
  readonly expiry: Detail;
  readonly cvv: Detail;
  readonly billingAddress: BillingAddress;
  readonly hidesAtMs: number;
  readonly onHide: () => void;
}

/**
 * Lays out a card's details, regardless of the issuer. Has no live region, because screen readers
 * would read the details aloud.
 */
export function DetailsLayout(props: DetailsLayoutProps) {
  const { number, expiry, cvv } = props;
  return (
    <div className="animate-[step-in_220ms]">
      <DetailRow label={<Trans>Card number</Trans>} detail={number} big />
      <hr className="border-line" />
      <div className="grid grid-cols-2 gap-x-4 divide-x divide-line">
        <DetailRow
          label={<Trans>Expiry</Trans>}
          detail={{ ...expiry, copy: <span className="pr-4">{expiry.copy}</span> }}
        />
        <DetailRow label={<Trans>CVV</Trans>} detail={cvv} />
      </div>
      <hr className="border-line" />
      <Address address={props.billingAddress} />
      <HidesIn atMs={props.hidesAtMs} onHide={props.onHide} />
    </div>
  );
}
