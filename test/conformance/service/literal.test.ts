import { describeService } from "./suite.ts";

describeService("literal");
