import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useMemo, useState } from "react";
import { Input } from "../../../ui/form/input.tsx";
import { Radio } from "../../../ui/form/radio.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { allZones, zoneName, zoneOffset, zonesLike } from "./time-zones.ts";

interface ZoneSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly zone: string;
  readonly onChoose: (zone: string) => void;
}

/** Maximum number of zones shown. The others can be found by searching. */
const MOST_SHOWN = 60;

/** Lets the user choose the time zone of a statement's days. */
export function ZoneSheet({ open, onClose, zone, onChoose }: ZoneSheetProps) {
  const { t } = useLingui();
  const name = useId();
  const [text, setText] = useState("");
  const now = useMemo(() => new Date(), []);
  const zones = useMemo(() => {
    const all = allZones();
    return [zone, ...all.filter((one) => one !== zone)];
  }, [zone]);
  const found = zonesLike(zones, text);
  const shown = found.slice(0, MOST_SHOWN);
  return (
    <Sheet open={open} onClose={onClose} title={t`Time zone`}>
      <search className="block">
        <Input
          type="search"
          aria-label={t`Search for a city or region`}
          placeholder={t`City or region`}
          value={text}
          maxLength={60}
          onChange={({ target }) => setText(target.value)}
        />
      </search>
      <fieldset className="mt-2 min-w-0">
        <legend className="sr-only">{t`Time zone`}</legend>
        {shown.map((one, place) => (
          <Radio
            key={one}
            name={name}
            checked={one === zone}
            onChange={() => onChoose(one)}
            className={place === 0 ? "min-h-12" : "min-h-12 border-t border-line"}
          >
            <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
              <span className="min-w-0">{zoneName(one)}</span>
              <span className="text-small text-ink-3">{zoneOffset(one, now)}</span>
            </span>
          </Radio>
        ))}
      </fieldset>
      <p role="status" className="mt-2 min-h-5 text-small text-ink-3">
        {found.length === 0 && <Trans>No time zone matches.</Trans>}
        {found.length > shown.length && <Trans>Search to see the others.</Trans>}
      </p>
    </Sheet>
  );
}
