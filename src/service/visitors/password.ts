import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnlockForm } from '#contract/forms/access-forms.ts'
import { Done, namedBody } from '#contract/openapi/schemas.ts'
import { type Lock, unlockCookieName, unlockDays, type Unlocker } from '#service/access/unlock.ts'
import type { AuditRecorder } from '#service/http/audit-recorder.ts'
import { readBody, refuseFields } from '#service/http/body.ts'
import { recordWrite } from '#service/http/idempotency.ts'
import { networkOf } from '#service/http/limits.ts'
import { Problem, passwordNotTried } from '#service/http/problem.ts'
import { originOf } from '#service/http/request.ts'
import { limited } from '#service/http/route.ts'
import type { Store } from '#service/store/database.ts'

export type PasswordDeps = { db: Store['db']; unlocker: Unlocker; audit: AuditRecorder; publicUrl: string | null }

/** Errors of the routes that set or delete a cookie. */
export const cookieErrors = [...limited, 403, 404, 413, 415, 422] as const

export const unlocking = {
  formOfHandler: namedBody('Unlock', UnlockForm),
  example: { password: 'correct horse' },
  responses: { 200: { description: 'Unlocked for this browser.', schema: Done, headers: ['Set-Cookie'] } },
} as const

export const lockedAgain = {
  summary: 'Delete the cookie that unlocks the page',
  responses: {
    200: { description: 'This browser must enter the password again.', schema: Done, headers: ['Set-Cookie'] },
  },
} as const

/** A locked website or share link, and its name for the audit log. */
type Target = { lock: Lock; name: string }

/** Checks the password in the body, and sets a cookie if it is right. Otherwise throws a Problem. */
export async function unlock(
  request: FastifyRequest,
  reply: FastifyReply,
  { lock, name }: Target,
  { db, unlocker, audit, publicUrl }: PasswordDeps,
): Promise<void> {
  const { password } = readBody(request, UnlockForm)
  const attempt = await unlocker.attempt(lock, password, networkOf(request))
  if (attempt.outcome === 'wait') throw passwordNotTried(attempt)
  const object = { kind: lock.purpose, id: lock.id, name }
  if (attempt.outcome === 'wrong') {
    await audit.record(request, { action: `${lock.purpose}_unlock_failed`, object })
    throw refuseFields(UnlockForm, [{ field: 'password', code: 'wrong_password' }])
  }
  await recordWrite(db, request, { status: 200, id: lock.id })
  await audit.record(request, { action: `${lock.purpose}_unlocked`, object })
  setUnlockCookie(request, reply, publicUrl, lock, { value: attempt.cookie, seconds: unlockDays * 86_400 })
}

/** Deletes the cookie of a lock in the browser. */
export function deleteUnlockCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  lock: Pick<Lock, 'purpose' | 'id'>,
  publicUrl: string | null,
): void {
  setUnlockCookie(request, reply, publicUrl, lock, { value: '', seconds: 0 })
}

function setUnlockCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | null,
  lock: Pick<Lock, 'purpose' | 'id'>,
  { value, seconds }: { value: string; seconds: number },
) {
  reply.setCookie(unlockCookieName(lock), value, {
    maxAge: seconds,
    path: '/api/v1/shared',
    httpOnly: true,
    sameSite: 'strict',
    secure: originOf(request, publicUrl).startsWith('https:'),
  })
}

/** The response to a visitor whose cookies do not open the lock. */
export const passwordRequired = (by: { by: 'website'; website_id: number } | { by: 'link' }) =>
  new Problem('password_required', 'Password required.', { extra: { locked: by } })
