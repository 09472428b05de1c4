import { declareWorkspace } from "pulumi-collab/workspace";

declareWorkspace();
