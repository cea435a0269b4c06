import { LegalDocument } from "../../features/legal/legal-document.tsx";

export function AgreementScreen() {
  return <LegalDocument name="agreement" />;
}
