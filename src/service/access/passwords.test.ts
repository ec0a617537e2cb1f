import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

it('a password is known again by its hash, however its letters are composed, and no other', async () => {
  const hash = await hashPassword('pässword')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('pässword', hash)).toBe(true)
  expect(await verifyPassword('pa\u0308ssword', hash)).toBe(true)
  expect(await verifyPassword('password', hash)).toBe(false)
})

it('the same password has another hash each time', async () => {
  expect(await hashPassword('x')).not.toBe(await hashPassword('x'))
})

it('a hash of another kind is a fault, not a wrong password', async () => {
  await expect(verifyPassword('x', 'x')).rejects.toThrow('PHC')
})
