import { LegalDocument } from "../../features/legal/legal-document.tsx";

export function TermsScreen() {
  return <LegalDocument name="terms" />;
}
