import { defineModule } from "../../module.ts";
import { PEOPLE_CHECKS } from "./people-checks.repository.ts";
import { startPeople } from "./start-people.ts";

export const peopleModule = defineModule({
  name: "people",
  needs: ["legal", "mail"],
  jobs: [startPeople],
  invariants: PEOPLE_CHECKS,
});
