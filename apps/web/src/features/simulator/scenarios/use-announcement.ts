import { useLingui } from "@lingui/react/macro";
import type { PracticePlay } from "@tessera/contract/simulator/scenarios.schemas";
import { useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { formatDay } from "../../../ui/text/format-date.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { resultWord } from "./play-outcome.tsx";

/** Returns a function that announces a play to screen readers: its outcome and the new balance. */
export function useAnnouncement(currency: string) {
  const { t } = useLingui();
  const locale = useLocale();
  const [said, setSaid] = useState("");
  const announce = (play: PracticePlay) => {
    const available = formatMoney(play.after.available, currency);
    const word = t(resultWord(play));
    const day = formatDay(new Date(play.to), locale, new Date(0));
    setSaid(
      play.step === undefined
        ? t`It is ${day}. Available: ${available}`
        : t`Step ${play.step}: ${word}. Available: ${available}`,
    );
  };
  return { said, announce };
}
