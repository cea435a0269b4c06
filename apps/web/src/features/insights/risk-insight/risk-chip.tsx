import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { RiskBand } from "@tessera/contract/authorization/risk-insight.schemas";
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from "lucide-react";
import { useSession } from "../../../lib/session/session-store.ts";
import { Chip, type ChipTone } from "../../../ui/text/status-chip.tsx";
import { BAND_NAMES } from "./factor-words.ts";
import { insightQuery } from "./insight.queries.ts";

const TONES: Readonly<Record<RiskBand, ChipTone>> = {
  low: "positive",
  moderate: "caution",
  high: "negative",
};

/** Renders the customer's risk band over the last thirty days. */
export function RiskChip() {
  const { t } = useLingui();
  const { token } = useSession();
  // Signing out clears the session while this chip is still on the screen.
  const { data } = useQuery({ ...insightQuery("30", "USD"), enabled: token !== null });
  if (data?.band === undefined) {
    return (
      <Chip tone="neutral" icon={ShieldQuestionMark}>
        {data === undefined ? (
          <Trans context="risk status">Risk: not known yet</Trans>
        ) : (
          <Trans>Risk: not enough data yet</Trans>
        )}
      </Chip>
    );
  }
  return (
    <Chip tone={TONES[data.band]} icon={data.band === "low" ? ShieldCheck : ShieldAlert}>
      {t(BAND_NAMES[data.band])}
    </Chip>
  );
}
