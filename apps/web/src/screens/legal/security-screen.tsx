import { LegalDocument } from "../../features/legal/legal-document.tsx";

export function SecurityScreen() {
  return <LegalDocument name="security" />;
}
