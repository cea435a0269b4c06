export { acceptForCompany } from "./accept-texts.ts";
export { createAcceptanceGate } from "./acceptance-gate.ts";
export { presentAcceptances } from "./legal.presenter.ts";
export { listAcceptances } from "./list-acceptances.ts";
export { programVersions } from "./program-versions.ts";
export {
  acceptAtRegistration,
  acceptanceOrigin,
  type RegistrationAcceptance,
} from "./record-acceptances.ts";
