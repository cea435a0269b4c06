import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { Ban, EyeOff } from "lucide-react";
import { useLocale } from "../../../lib/locale.ts";
import { NetworkMark } from "../../../ui/card-face/network-mark.tsx";
import { ListRowLink, RowIcon } from "../../../ui/list/list-row.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { lineName } from "./segment-words.ts";

/** Renders one card product in the list: name, remaining stock and visibility. */
export function SegmentRow({ segment }: { readonly segment: ProgramSegment }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { id, bin, currency, stock, open } = segment;
  return (
    <ListRowLink
      to={{
        to: "/system/programme",
        search: { open: id },
        state: { openedHere: true },
        resetScroll: false,
      }}
      lead={
        <RowIcon>
          <NetworkMark network={segment.network} height={12} />
        </RowIcon>
      }
      title={lineName(segment, t)}
      meta={
        <>
          {segment.names[locale]} · {bin} · {currency}
        </>
      }
      amount={<Plural value={stock} one="# left" other="# left" />}
      quietAmount={!open}
      status={
        <>
          {!open && (
            <Chip tone="outline" icon={EyeOff}>
              <Trans>Hidden</Trans>
            </Chip>
          )}
          {open && stock === 0 && (
            <Chip tone="caution" icon={Ban}>
              <Trans>Sold out</Trans>
            </Chip>
          )}
        </>
      }
    />
  );
}
