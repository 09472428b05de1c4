// Generated from provider/functions/get-user-data.ts by `npm run generate`: change that file, not this one.
import * as collab from "pulumi-collab";

const adaData = collab.getUserData({ userId: "ada" });

export const comments = adaData.comments;
