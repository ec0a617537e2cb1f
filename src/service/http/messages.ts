import type { Logger } from 'pino'
import { invitationDays } from '#contract/access/people.ts'
import { signInMinutes } from '#service/access/keys.ts'

/** A mail to one person. */
export type Message = { to: string; subject: string; text: string }

/**
 * Makes and sends a mail after the response, so that the response takes as long if there is nothing to send. A failure
 * is logged.
 */
export type SendMessage = (make: () => Promise<Message | undefined>) => void

/** In milliseconds. */
const mailLimitMs = 60_000

export const createSendMessage =
  (send: (to: string, message: Message, signal: AbortSignal) => Promise<void>, log: Logger): SendMessage =>
  (make) =>
    setImmediate(async () => {
      try {
        const message = await make()
        if (message) await send(message.to, message, AbortSignal.timeout(mailLimitMs))
      } catch (err) {
        log.warn({ err }, "a mail to a person wasn't sent")
      }
    })

export const passwordLinkMail = (name: string, link: string) => ({
  subject: 'Choose a new password for SEO Reports',
  text: `Hello ${name},\n\nopen this link to choose a new password. It works once, for ${signInMinutes} minutes:\n\n${link}\n\nIf you didn’t ask for it, ignore this mail: your password stays as it is.\n`,
})

export const assignedMail = (name: string, assigned: { by: string; issue: string; where: string; link: string }) => ({
  subject: `${assigned.by} assigned you “${assigned.issue}” on ${assigned.where}`,
  text: `Hello ${name},\n\n${assigned.by} assigned you this issue:\n\n${assigned.issue}\n${assigned.where}\n\n${assigned.link}\n\nTo stop these mails, open Settings, Your account.\n`,
})

export const invitationMail = (name: string, by: string, link: string) => ({
  subject: `${by} invites you to SEO Reports`,
  text: `Hello ${name},\n\n${by} invites you to SEO Reports. Open this link to create your account. It works once, for ${invitationDays} days:\n\n${link}\n`,
})
