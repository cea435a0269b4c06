import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Headset } from "lucide-react";
import type { ReactNode } from "react";
import { LogOutButton } from "../../features/accounts/log-out.tsx";
import { ProfileCompleteness } from "../../features/accounts/profile-completeness.tsx";
import { ProfileHead } from "../../features/accounts/profile-head.tsx";
import { AnnouncementBell } from "../../features/announcements/announcement-bell.tsx";
import { billsQuery } from "../../features/bills/bills.queries.ts";
import { useEveryCard } from "../../features/cards/use-every-card.ts";
import { EmailRow } from "../../features/email-change/email-row.tsx";
import { RiskChip } from "../../features/insight/risk-chip.tsx";
import { RoleChip } from "../../features/operators/role-chip.tsx";
import { loadTexts } from "../../i18n/catalogue.ts";
import { factorsQuery } from "../../lib/factors.ts";
import { useOffers } from "../../lib/offering.ts";
import { areOperatorMenus, useSession } from "../../lib/session-store.ts";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { PlacesList } from "./places-list.tsx";
import { ControlList, HelpList, LegalList, SecurityList, SettingsList } from "./profile-lists.tsx";

const StoppedNote = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../features/withdrawals/stopped-note.tsx"),
    loadTexts("withdrawals"),
  ]);
  return part.StoppedNote;
}, null);

const HolderRow = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../features/issuing/holder/holder-row.tsx"),
    loadTexts("holder"),
  ]);
  return part.HolderRow;
}, null);

const ClosingRow = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../features/account-closing/closing-row.tsx"),
    loadTexts("account-closing"),
  ]);
  return part.ClosingRow;
}, null);

/** What has been done so far; shown once it is all known. */
function Completeness() {
  const cards = useEveryCard();
  const deposits = useInfiniteQuery(billsQuery({ kind: "deposit", status: "completed" }));
  const fundings = useInfiniteQuery(billsQuery({ kind: "card_deposit", status: "completed" }));
  const factors = useQuery(factorsQuery);
  const offersDeposits = useOffers("deposits");
  const offersCards = useOffers("cards");
  if (cards.isError || deposits.isError || fundings.isError || factors.isError) {
    return null;
  }
  if (!cards.data || !deposits.data || !fundings.data || !factors.data) {
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
        // A service that is not offered counts as done.
        deposit: !offersDeposits || some(deposits.data),
        card: !offersCards || cards.data.length > 0,
        funded: !offersCards || some(fundings.data),
        factor: factors.data.methods.length > 0,
      }}
    />
  );
}

function CardCount() {
  const { t } = useLingui();
  const { data, pages } = useEveryCard();
  const count = data?.filter((card) => card.status !== "closed").length;
  // A count of some would read as one of all.
  return count === undefined || pages.hasNextPage
    ? null
    : t`${plural(count, { one: "# card", other: "# cards" })}`;
}

function Head({ children }: { readonly children?: ReactNode }) {
  return (
    <header className="flex min-h-14 items-center justify-between pr-2 pl-(--gutter) lg:pr-0">
      <h1 className="text-h2">
        <Trans>My</Trans>
      </h1>
      <div className="flex">{children}</div>
    </header>
  );
}

/** The customer: who they are, where everything else is, and how it should look. */
function CustomerProfile() {
  const { t } = useLingui();
  return (
    <>
      <Head>
        <Link to="/customer-service" aria-label={t`Customer support`} className={iconButtonClass}>
          <Headset aria-hidden="true" size={24} strokeWidth={1.6} />
        </Link>
        <AnnouncementBell />
      </Head>
      <main className="px-(--gutter)">
        <ProfileHead>
          <RiskChip />
        </ProfileHead>
        <StoppedNote />
        <Completeness />
        <ControlList cardCount={<CardCount />} />
        <SecurityList last={<ClosingRow />}>
          <EmailRow />
          <HolderRow />
        </SecurityList>
        <HelpList />
        <LegalList />
        <LogOut />
      </main>
    </>
  );
}

/** An operator: the pages that the bottom navigation has no room for, and their own safety. */
function OperatorProfile() {
  return (
    <>
      <Head />
      <main className="px-(--gutter)">
        <ProfileHead>
          <RoleChip />
        </ProfileHead>
        <PlacesList />
        <SecurityList />
        <SettingsList />
        <LegalList />
        <LogOut />
      </main>
    </>
  );
}

function LogOut() {
  return (
    <div className="mt-5">
      <LogOutButton />
    </div>
  );
}

/** Whoever is signed in, and where everything else is. */
export function ProfileScreen() {
  const isOperator = areOperatorMenus(useSession().menus);
  return (
    <div className="lg:max-w-[640px]">{isOperator ? <OperatorProfile /> : <CustomerProfile />}</div>
  );
}
