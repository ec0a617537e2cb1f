import { expect, it } from 'vitest'
import { ApiError, type ApiErrorKind } from './api-error.ts'
import { gone } from './gone.ts'

const failed = (kind: ApiErrorKind, unsure = false) => Object.assign(new ApiError(kind), { unsure })
const fails = (kind: ApiErrorKind, unsure = false) => Promise.reject(failed(kind, unsure))

it('what was deleted already is gone', async () => {
  await expect(gone(fails('missing'))).resolves.toBeUndefined()
})

it('what cannot be found after a lost answer is gone', async () => {
  await expect(gone(fails('network', true), () => fails('missing'))).resolves.toBeUndefined()
})

it('what is found after a lost answer was surely not deleted', async () => {
  await expect(gone(fails('network', true), async () => 'here')).rejects.toMatchObject({ kind: 'network', unsure: false })
})

it('what cannot be looked for after a lost answer may be gone', async () => {
  await expect(gone(fails('network', true), () => fails('network'))).rejects.toMatchObject({ kind: 'network', unsure: true })
})

it('nothing is looked for after a clear refusal', async () => {
  await expect(gone(fails('forbidden'), () => fails('missing'))).rejects.toMatchObject({ kind: 'forbidden' })
})
