import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnlockForm } from '#contract/forms/session-forms.ts'
import type { Unlocker } from '#service/access/unlock.ts'
import { cookieName, type Lock, unlockDays } from '#service/access/unlock-cookie.ts'
import type { Audit } from '#service/http/audit-notes.ts'
import { readBody, refuseFields, unlockSentences } from '#service/http/forms.ts'
import { networkOf } from '#service/http/limits.ts'
import { originOf } from '#service/http/origin.ts'
import { Problem, tooManyRequests } from '#service/http/problem.ts'

type Deps = { unlocker: Unlocker; audit: Audit; publicUrl: string | null }

/** Tries the password in the body at a lock, and keeps that it was right in a cookie; throws a Problem when it was not. */
export async function unlock(
  request: FastifyRequest,
  reply: FastifyReply,
  lock: Lock,
  name: string,
  { unlocker, audit, publicUrl }: Deps,
): Promise<void> {
  const { password } = readBody(request, UnlockForm, unlockSentences)
  const attempt = await unlocker.attempt(lock, password, networkOf(request))
  if (attempt.outcome === 'wait') {
    throw tooManyRequests(
      attempt.because === 'busy' ? 'Many passwords are being checked at the moment.' : 'Too many wrong passwords.',
      attempt.seconds,
    )
  }
  const object = { kind: lock.purpose, id: lock.id, name }
  if (attempt.outcome === 'wrong') {
    await audit.note(request, { action: `${lock.purpose}.unlock-failed`, object })
    throw refuseFields(unlockSentences, [{ field: 'password', code: 'wrong_password' }])
  }
  await audit.note(request, { action: `${lock.purpose}.unlocked`, object })
  setCookie(request, reply, publicUrl, lock, { value: attempt.cookie, seconds: unlockDays * 86_400 })
}

/** Whether it was there or not. */
export function forget(
  request: FastifyRequest,
  reply: FastifyReply,
  lock: Pick<Lock, 'purpose' | 'id'>,
  publicUrl: string | null,
): void {
  setCookie(request, reply, publicUrl, lock, { value: '', seconds: 0 })
}

/** What is told of a lock to whoever has no cookie that opens it. */
export const locked = (by: { by: 'website'; website_id: number } | { by: 'link' }) =>
  new Problem(401, 'A password opens this.', { extra: { locked: by } })

type Cookie = { value: string; seconds: number }

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | null,
  lock: Pick<Lock, 'purpose' | 'id'>,
  { value, seconds }: Cookie,
) {
  const secure = originOf(request, publicUrl).startsWith('https:') ? '; Secure' : ''
  reply.header(
    'Set-Cookie',
    `${cookieName(lock)}=${value}; Max-Age=${seconds}; Path=/api/v1/shared; HttpOnly; SameSite=Strict${secure}`,
  )
}
