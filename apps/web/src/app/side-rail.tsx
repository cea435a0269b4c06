import { useLingui } from "@lingui/react/macro";
import {
  CreditCard,
  Gavel,
  Headset,
  ReceiptText,
  ShieldCheck,
  SlidersHorizontal,
  User,
  Wallet,
} from "lucide-react";
import { loadTexts } from "../i18n/catalog.ts";
import { untilIdle } from "../lib/time/until-idle.ts";
import { lazyPart } from "../ui/layout/lazy-part.tsx";
import { RailFrame, RailLink } from "./rail-frame.tsx";

/** The count loads late because it is optional: the reviews page shows it too. */
const ReviewCount = lazyPart(
  async () => {
    await untilIdle();
    const [part] = await Promise.all([
      import("../features/back-office/cases/review-count.tsx"),
      loadTexts("reviews"),
    ]);
    return part.ReviewCount;
  },
  null,
  () => null,
);

/** Renders a customer's navigation on wide screens. */
export function SideRail() {
  const { t } = useLingui();
  return (
    <RailFrame foot={<RailLink to="/customer-service" icon={Headset}>{t`Support`}</RailLink>}>
      <RailLink to="/" icon={CreditCard}>{t`Card`}</RailLink>
      <RailLink to="/wallet" icon={Wallet}>{t`Wallet`}</RailLink>
      <RailLink to="/profile" icon={User}>{t`My`}</RailLink>
      <hr className="mx-3 my-4 border-line" />
      <RailLink to="/transactions" icon={ReceiptText}>{t`Transactions`}</RailLink>
      <RailLink to="/pending-reviews" icon={Gavel} count={<ReviewCount brief />}>
        {t`Pending reviews`}
      </RailLink>
      <RailLink to="/risk-monitoring" icon={ShieldCheck}>{t`Risk insight`}</RailLink>
      <RailLink to="/risk-strategies" icon={SlidersHorizontal}>{t`Strategy center`}</RailLink>
    </RailFrame>
  );
}
