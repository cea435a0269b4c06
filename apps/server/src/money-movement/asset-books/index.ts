export {
  formatMicro,
  microOf,
  microOfMinor,
  minorOfMicro,
  paidEffects,
  receivedEffects,
  reversedEffects,
} from "./asset-amounts.ts";
export {
  addDust,
  type Booking,
  lockDust,
  readAssetBooks,
  selectBookingFor,
} from "./asset-books.repository.ts";
export { bookConversion } from "./book-asset.ts";
export { openAssetBooks } from "./open-asset-books.ts";
export { readAssetMovements } from "./read-asset-movements.ts";
