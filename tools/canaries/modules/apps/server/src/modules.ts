import { fundingModule } from "./cards/funding/funding.module.ts";
import { lifecycleModule } from "./cards/lifecycle/lifecycle.module.ts";
import { pricingModule } from "./cards/pricing/pricing.module.ts";

export const MODULES = [fundingModule, lifecycleModule, pricingModule];
