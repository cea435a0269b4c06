export { askPasskey } from "./ask-passkey.ts";
export { askSecondFactor, methodsOf } from "./ask-second-factor.ts";
export { registerAuthenticatorRoutes } from "./authenticator.routes.ts";
export { deleteFactorsOf, endOperatorAccess } from "./end-access.ts";
export { addPasskey, beginPasskey } from "./enrol-passkey.ts";
export { addDemoTotp, beginTotp, confirmTotp } from "./enrol-totp.ts";
export { tellOfFactors } from "./factor-mails.ts";
export { countRecoveryCodes, hasFactor } from "./factors.repository.ts";
export { type EnrolledFactors, listFactors } from "./list-factors.ts";
export { countFactors } from "./lost-factors.repository.ts";
export { forgetPasskeyChallenges, type Passkey } from "./passkeys.repository.ts";
export { prove } from "./prove.ts";
export { removePasskey, removeTotp } from "./remove-factor.ts";
export { renamePasskey } from "./rename-passkey.ts";
export { renewRecoveryCodes } from "./renew-recovery-codes.ts";
export { sealedTotpSecrets } from "./reseal-totp.ts";
export { removeLostFactors, resetFactors } from "./reset-factors.ts";
export {
  countFactorTry,
  customerHasFactor,
  type GivenFactor,
  hasSecondFactor,
  spendFactor,
} from "./second-factor.ts";
export {
  deleteSignInChallenges,
  findSignInChallenge,
  forgetSignInChallenges,
  type SignInChallenge,
  takeSignInChallenge,
} from "./sign-in-challenges.repository.ts";
