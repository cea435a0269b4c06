import { defineModule } from "../../module.ts";

export const pricingModule = defineModule({ name: "pricing", needs: [] });
