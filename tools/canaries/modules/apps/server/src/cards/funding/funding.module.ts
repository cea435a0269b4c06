// canary: needs-are-the-imports
import { defineModule } from "../../module.ts";

export const fundingModule = defineModule({ name: "funding", needs: [] });
