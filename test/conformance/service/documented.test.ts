import { describeService } from "./suite.ts";

describeService("documented");
