import { LegalDocument } from "../../features/legal/legal-document.tsx";

export function PrivacyScreen() {
  return <LegalDocument name="privacy" />;
}
