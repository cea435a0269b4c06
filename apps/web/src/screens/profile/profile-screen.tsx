import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Headset } from "lucide-react";
import { LogOutButton } from "../../features/accounts/log-out.tsx";
import { ProfileCompleteness } from "../../features/accounts/profile-completeness.tsx";
import { ProfileHead } from "../../features/accounts/profile-head.tsx";
import { AnnouncementBell } from "../../features/announcements/announcement-bell.tsx";
import { billsQuery } from "../../features/bills/bills.queries.ts";
import { cardsQuery } from "../../features/cards/cards.queries.ts";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ControlList, HelpList, LegalList, SecurityList } from "./profile-lists.tsx";

/** What has been done so far; shown once it is all known. */
function Completeness() {
  const cards = useQuery(cardsQuery);
  const deposits = useInfiniteQuery(billsQuery({ kind: "deposit", status: "completed" }));
  const fundings = useInfiniteQuery(billsQuery({ kind: "card_deposit", status: "completed" }));
  if (cards.isError || deposits.isError || fundings.isError) {
    return null;
  }
  if (!cards.data || !deposits.data || !fundings.data) {
    return (
      <Loading>
        <Skeleton className="h-[101px] rounded-panel" />
      </Loading>
    );
  }
  const some = (list: typeof deposits.data) => (list.pages[0]?.data.length ?? 0) > 0;
  return (
    <ProfileCompleteness
      done={{
        // Nobody can sign in before the address is verified.
        email: true,
        deposit: some(deposits.data),
        card: cards.data.length > 0,
        funded: some(fundings.data),
      }}
    />
  );
}

function CardCount() {
  const { t } = useLingui();
  const { data } = useQuery(cardsQuery);
  const count = data?.filter((card) => card.status !== "closed").length;
  return count === undefined ? null : t`${plural(count, { one: "# card", other: "# cards" })}`;
}

/** The customer: who they are, where everything else is, and how it should look. */
export function ProfileScreen() {
  const { t } = useLingui();
  return (
    <div className="lg:max-w-[640px]">
      <header className="flex min-h-14 items-center justify-between pr-2 pl-(--gutter) lg:pr-0">
        <h1 className="text-h2">
          <Trans>My</Trans>
        </h1>
        <div className="flex">
          <Link to="/customer-service" aria-label={t`Customer support`} className={iconButtonClass}>
            <Headset aria-hidden="true" size={24} strokeWidth={1.6} />
          </Link>
          <AnnouncementBell />
        </div>
      </header>
      <main className="px-(--gutter)">
        <ProfileHead />
        <Completeness />
        <ControlList cardCount={<CardCount />} />
        <SecurityList />
        <HelpList />
        <LegalList />
        <div className="mt-5">
          <LogOutButton />
        </div>
      </main>
    </div>
  );
}
