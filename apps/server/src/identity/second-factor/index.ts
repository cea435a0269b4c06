export { askSecondFactor } from "./ask-second-factor.ts";
export { deleteFactorsOf } from "./delete-factors.ts";
export { addDemoTotp } from "./enrol-totp.ts";
export { tellOfFactors } from "./factor-mails.ts";
export { countRecoveryCodes, hasFactor } from "./factors.repository.ts";
export { countFactors } from "./lost-factors.repository.ts";
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
  type SignInChallenge,
  takeSignInChallenge,
} from "./sign-in-challenges.repository.ts";
