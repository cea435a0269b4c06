import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { DepositNetworkOffer } from "@tessera/contract/back-office/offering.schemas";
import { offeringQuery } from "../../../../lib/api/offering.ts";
import { groupedAmount } from "../../../../ui/text/amount-text.ts";

/** The names of networks that are not called by their token standard. */
const NAMES: Readonly<Partial<Record<DepositNetworkOffer["network"], string>>> = {
  BASE: "Base",
  POLYGON: "Polygon",
};

type Tier = DepositNetworkOffer["confirmations"][number];

interface TierTextProps {
  readonly tier: Tier;
  /** The names of what can be deposited on the network, as one text. */
  readonly assets: string;
}

function TierText({ tier: { upTo, blocks }, assets }: TierTextProps) {
  const count = <Plural value={blocks} one="# block" other="# blocks" />;
  if (upTo === null) {
    return count;
  }
  const amount = groupedAmount(upTo);
  return (
    <Trans>
      {count} up to {amount} {assets}
    </Trans>
  );
}

/** Lists how many blocks each network needs, as the program has configured it. */
export function NetworkConfirmations() {
  const { data } = useQuery(offeringQuery);
  const known = (data?.depositNetworks ?? []).filter(
    ({ confirmations }) => confirmations.length > 0,
  );
  if (known.length === 0) {
    return null;
  }
  return (
    <>
      <p>
        <Trans>Confirmations that a payment needs:</Trans>
      </p>
      <ul>
        {known.map(({ network, assets, confirmations }) => (
          <li key={network}>
            {NAMES[network] ?? network}:{" "}
            {confirmations.map((tier, place) => (
              <span key={tier.upTo ?? ""}>
                {place > 0 && ", "}
                {place > 0 && tier.upTo === null && <Trans>otherwise</Trans>}{" "}
                <TierText tier={tier} assets={assets.join(" / ")} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
