import { FEE_BASIS_POINTS } from "../pricing/index.ts";

export const loadFee = FEE_BASIS_POINTS;
