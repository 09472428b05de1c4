/** Small messages that several methods answer with. */
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";

/** A finding about a property. */
export const failure = (property: string, reason: string) => {
  const message = new providerMessages.CheckFailure();
  message.setProperty(property);
  message.setReason(reason);
  return message;
};
