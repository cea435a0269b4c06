export {
  beginSecurityHold,
  type HoldStanding,
  isOnSecurityHold,
  requireNoSecurityHold,
  requireNoStolenPassword,
  requireResetSinceHold,
  securityHoldOf,
} from "./security-hold.ts";
export { lockCustomer } from "./security-holds.repository.ts";
