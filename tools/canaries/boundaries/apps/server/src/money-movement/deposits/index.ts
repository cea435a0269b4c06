export { deposit } from "./deposit.ts";
