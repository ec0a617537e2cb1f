import { createHmac } from 'node:crypto'

/** Returns the secret by which the receiver of a rule's webhook can verify its requests. */
export const webhookSecretOf = (signingSecret: string, ruleId: number) =>
  createHmac('sha256', signingSecret).update(`webhook ${ruleId}`).digest('base64url')
