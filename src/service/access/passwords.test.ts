import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

it('a hash matches its password in each Unicode composition, and no other', async () => {
  const hash = await hashPassword('pässword')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('pässword', hash)).toBe(true)
  expect(await verifyPassword('pa\u0308ssword', hash)).toBe(true)
  expect(await verifyPassword('password', hash)).toBe(false)
})

it('hashes of the same password differ', async () => {
  expect(await hashPassword('x')).not.toBe(await hashPassword('x'))
})

it('fails on a hash of another kind', async () => {
  await expect(verifyPassword('x', 'x')).rejects.toThrow('PHC')
})
