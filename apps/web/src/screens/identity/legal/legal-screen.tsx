import { useSearch } from "@tanstack/react-router";
import { loadTexts } from "../../../i18n/catalog.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

/** Loaded separately to keep the route list small, because few pages link here. */
const LegalDocument = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import("../../../features/identity/legal/legal-document.tsx"),
      loadTexts("legal"),
    ]);
    return part.LegalDocument;
  },
  <LegalWaiting />,
);

function LegalWaiting() {
  return (
    <main className="mx-auto max-w-[640px] px-(--gutter) pt-4">
      <Loading>
        <Skeleton className="mt-12 h-8 w-1/2" />
        <Skeleton className="mt-6 h-4 w-full" />
      </Loading>
    </main>
  );
}

export function TermsScreen() {
  return <LegalDocument name="terms" asked={useSearch({ from: "/legal/terms" }).version} />;
}

export function PrivacyScreen() {
  return <LegalDocument name="privacy" asked={useSearch({ from: "/legal/privacy" }).version} />;
}

export function SecurityScreen() {
  return <LegalDocument name="security" asked={useSearch({ from: "/legal/security" }).version} />;
}

export function AgreementScreen() {
  return <LegalDocument name="agreement" asked={useSearch({ from: "/legal/agreement" }).version} />;
}
