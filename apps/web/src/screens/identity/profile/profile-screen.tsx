import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Headset } from "lucide-react";
import type { ReactNode } from "react";
import { AnnouncementBell } from "../../../features/back-office/announcements/announcement-bell.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { LogOutButton } from "../../../features/identity/accounts/log-out.tsx";
import { ProfileCompleteness } from "../../../features/identity/accounts/profile-completeness.tsx";
import { ProfileHead } from "../../../features/identity/accounts/profile-head.tsx";
import { actsForCompany } from "../../../features/identity/companies/switch-account.ts";
import { EmailRow } from "../../../features/identity/email-change/email-row.tsx";
import { RoleChip } from "../../../features/identity/operators/role-chip.tsx";
import { billsQuery } from "../../../features/insights/bills/bills.queries.ts";
import { RiskChip } from "../../../features/insights/risk-insight/risk-chip.tsx";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { factorsQuery } from "../../../lib/session/factors.ts";
import { areOperatorMenus, useSession } from "../../../lib/session/session-store.ts";
import { iconButtonClass } from "../../../ui/form/icon-button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { PlacesList } from "./places-list.tsx";
import {
  ApiKeysRow,
  ControlList,
  HelpList,
  LegalList,
  SecurityList,
  SettingsList,
} from "./profile-lists.tsx";

const StoppedNote = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/money-movement/payouts/stopped-note.tsx"),
    loadTexts("withdrawals"),
  ]);
  return part.StoppedNote;
}, null);

const HolderRow = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/cards/applications/holder/holder-row.tsx"),
    loadTexts("holder"),
  ]);
  return part.HolderRow;
}, null);

const OwnCompanies = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/identity/companies/own-companies.tsx"),
    loadTexts("companies"),
  ]);
  return part.OwnCompanies;
}, null);

const ActingCompany = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/identity/companies/acting-company.tsx"),
    loadTexts("companies"),
  ]);
  return part.ActingCompany;
}, null);

const ClosingRow = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/identity/account-closing/closing-row.tsx"),
    loadTexts("account-closing"),
  ]);
  return part.ClosingRow;
}, null);

/** Shows which of the first steps are done, once the state of every step is known. */
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
        // Always true, because signing in requires a verified address.
        email: true,
        // A step whose service is unavailable counts as done.
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
  // No count is shown until all pages are loaded, because it would be too low.
  return count === undefined || pages.hasNextPage
    ? null
    : t`${plural(count, { one: "# card", other: "# cards" })}`;
}

function Head({ children }: { readonly children?: ReactNode }) {
  return (
    <header className="flex min-h-14 items-center justify-between pr-2 pl-(--gutter) lg:pr-0">
      <h1 className="text-h2">
        <Trans>Profile</Trans>
      </h1>
      <div className="flex">{children}</div>
    </header>
  );
}

/** Renders a customer's name, links to their other pages, and settings. */
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
        <SecurityList
          last={
            <>
              <ApiKeysRow />
              <ClosingRow />
            </>
          }
        >
          <EmailRow />
          <HolderRow />
        </SecurityList>
        <OwnCompanies />
        <HelpList />
        <LegalList />
        <LogOut />
      </main>
    </>
  );
}

/** Renders the company for which this tab acts, and links to its pages. */
function CompanyProfile() {
  return (
    <>
      <Head />
      <main className="px-(--gutter)">
        <ActingCompany />
        <ControlList cardCount={<CardCount />} isCompany />
        <HelpList />
      </main>
    </>
  );
}

/**
 * Renders links to the pages that do not fit in an operator's bottom navigation, and security
 * settings.
 */
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

/** Renders the profile of the signed-in user. */
export function ProfileScreen() {
  const { menus, token } = useSession();
  const Profile = actsForCompany(token)
    ? CompanyProfile
    : areOperatorMenus(menus)
      ? OperatorProfile
      : CustomerProfile;
  return (
    <div className="lg:max-w-[640px]">
      <Profile />
    </div>
  );
}
