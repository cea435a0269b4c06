export { isRefusedCharge, tellOfRefusedCharge } from "./tell-of-refused-charge.ts";
