import { argon2Sync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createGuessLimits } from './guess-limits.ts'
import { createPasswordTries } from './password-tries.ts'
import { hashPassword } from './passwords.ts'
import { createUnlocker, type Lock, opensLock, signUnlock, unlockDays } from './unlock.ts'

const day = 86_400_000
const lock: Lock = { purpose: 'website', id: 12, password_hash: '$argon2id$one' }

it('a cookie opens its lock for thirty days', () => {
  const value = signUnlock('secret', lock, 0)
  expect(value).toMatch(/^v1\.2592000\.[\w-]{43}$/)
  expect(opensLock('secret', lock, value, unlockDays * day - 1)).toBe(true)
  expect(opensLock('secret', lock, value, unlockDays * day)).toBe(false)
})

it('a cookie opens no other lock', () => {
  const value = signUnlock('secret', lock, 0)
  const others: Lock[] = [
    { ...lock, id: 13 },
    { ...lock, purpose: 'link' },
    { ...lock, password_hash: '$argon2id$two' },
  ]
  expect(others.map((other) => opensLock('secret', other, value, 0))).toEqual([false, false, false])
  expect(opensLock('another secret', lock, value, 0)).toBe(false)
})

it.each([
  ['without its end', (value: string) => value.slice(0, -1)],
  ['with another letter', (value: string) => value.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  [
    'with another letter in the middle',
    (value: string) => value.replace(/(.{20})$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1)),
  ],
  ['made to last longer', (value: string) => value.replace('2592000', '9592000')],
  ['of another version', (value: string) => value.replace('v1', 'v2')],
  ['with more behind it', (value: string) => `${value}.x`],
  ['without a signature', (value: string) => value.replace(/[^.]+$/, '')],
  ['that is empty', () => ''],
])('a cookie %s opens no lock', (_, alter) => {
  expect(opensLock('secret', lock, alter(signUnlock('secret', lock, 0)), 0)).toBe(false)
})

it('a right password opens a lock, a wrong one does not, and a new password needs a new cookie', async () => {
  const passwordHash = await hashPassword('correct horse')
  const again = await hashPassword('correct horse')
  const { attempt, isOpen } = createUnlocker('secret', createPasswordTries(createGuessLimits()))
  const opened = { ...lock, password_hash: passwordHash }
  expect(await attempt(opened, 'correct horsf', 'a')).toEqual({ outcome: 'wrong' })
  const right = await attempt(opened, 'correct horse', 'a')
  const value = right.outcome === 'open' ? right.cookie : ''
  expect(isOpen(opened, value)).toBe(true)
  expect(isOpen({ ...lock, password_hash: again }, value)).toBe(false)
})

it('of many tries at once most have to come back in a second, and another lock is still served', async () => {
  const { attempt } = createUnlocker('secret', createPasswordTries(createGuessLimits()))
  const passwordHash = cheapHash('correct horse')
  const tries = Array.from({ length: 300 }, (_, at) =>
    attempt({ ...lock, password_hash: passwordHash }, 'correct horse', `address ${at}`),
  )
  const other = attempt({ ...lock, id: 13, password_hash: passwordHash }, 'correct horse', 'address 1')
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter(({ outcome }) => outcome === 'open')).toHaveLength(110)
  expect(
    outcomes.filter((outcome) => outcome.outcome === 'wait' && outcome.seconds === 1 && outcome.because === 'busy'),
  ).toHaveLength(190)
  expect((await other).outcome).toBe('open')
  expect((await attempt({ ...lock, password_hash: passwordHash }, 'correct horse', 'address 199')).outcome).toBe('open')
})

it('right passwords from one network at once are all right, and of wrong ones ten are checked', async () => {
  const tryPassword = createPasswordTries(createGuessLimits())
  const passwordHash = cheapHash('correct horse')
  const tryOften = (password: string) =>
    Promise.all(
      Array.from({ length: 100 }, () => tryPassword(password, passwordHash, [{ lock: 'sign-in', network: 'a' }])),
    )
  expect(new Set(await tryOften('correct horse'))).toEqual(new Set(['right']))
  const wrong = await tryOften('correct horsf')
  expect(wrong.filter((tried) => tried === 'wrong')).toHaveLength(10)
  expect(await tryOften('correct horse')).not.toContain('right')
})

it('of tries at many locks at once two are checked and 200 wait', async () => {
  const { attempt } = createUnlocker('secret', createPasswordTries(createGuessLimits()))
  const passwordHash = cheapHash('correct horse')
  const tries = Array.from({ length: 300 }, (_, at) =>
    attempt({ ...lock, id: at + 1, password_hash: passwordHash }, 'correct horse', 'an address'),
  )
  const opened = (await Promise.all(tries)).filter(({ outcome }) => outcome === 'open')
  expect(opened.length).toBeGreaterThanOrEqual(200)
  expect(opened.length).toBeLessThanOrEqual(203)
})

it('a network can unlock any number of times with the right password', async () => {
  const { attempt } = createUnlocker('secret', createPasswordTries(createGuessLimits()))
  const passwordHash = cheapHash('correct horse')
  for (let at = 0; at < 30; at += 1)
    expect((await attempt({ ...lock, password_hash: passwordHash }, 'correct horse', 'a')).outcome).toBe('open')
  for (let at = 0; at < 10; at += 1)
    expect((await attempt({ ...lock, password_hash: passwordHash }, 'wrong', 'a')).outcome).toBe('wrong')
  expect(await attempt({ ...lock, password_hash: passwordHash }, 'correct horse', 'a')).toMatchObject({
    outcome: 'wait',
    because: 'guesses',
  })
})

/** A hash with a lower cost than real ones, to keep the tests fast. */
function cheapHash(password: string) {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(tag)}`
}
