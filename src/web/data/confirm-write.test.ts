import { describe, expect, it, vi } from 'vitest'
import { ApiError, type ApiErrorKind } from './api-error.ts'
import { setServerClock } from './clock.ts'
import { confirmDelete, confirmWrite, createdSince } from './confirm-write.ts'

const failed = (kind: ApiErrorKind, unsure = false) => new ApiError(kind, '', { unsure })
const fails = (kind: ApiErrorKind, unsure = false) => Promise.reject(failed(kind, unsure))

it('a deletion of something missing succeeds', async () => {
  await expect(confirmDelete(fails('missing'), async () => 'here')).resolves.toBeUndefined()
})

it('a lost deletion response counts as success when the target is missing', async () => {
  await expect(confirmDelete(fails('network', true), () => fails('missing'))).resolves.toBeUndefined()
})

it('a lost deletion response counts as not done when the target still exists', async () => {
  await expect(confirmDelete(fails('network', true), async () => 'here')).rejects.toMatchObject({
    kind: 'network',
    unsure: false,
    notDone: true,
  })
})

it('deletions that share one lost response are checked one by one', async () => {
  const one = failed('network', true)
  const ends = [async () => 'here', () => fails('missing')].map((readBack) =>
    confirmDelete(Promise.reject(one), readBack).then(
      () => 'deleted',
      () => 'here',
    ),
  )
  await ends[0]
  expect(
    await Promise.all([...ends, confirmDelete(Promise.reject(one), () => fails('missing')).then(() => 'deleted')]),
  ).toEqual(['here', 'deleted', 'deleted'])
})

it('a lost deletion response stays unsure when the target cannot be read', async () => {
  await expect(confirmDelete(fails('network', true), () => fails('network'))).rejects.toMatchObject({
    kind: 'network',
    unsure: true,
  })
})

it('a refused deletion is not checked', async () => {
  await expect(confirmDelete(fails('forbidden'), () => fails('missing'))).rejects.toMatchObject({ kind: 'forbidden' })
})

const lost = () => fails('network', true)

describe('a write', () => {
  it('is not checked after a response, a refusal or an abort', async () => {
    let reads = 0
    const readBack = async () => ++reads
    await expect(confirmWrite(Promise.resolve('answer'), readBack)).resolves.toBe('answer')
    await expect(confirmWrite(fails('forbidden'), readBack)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(confirmWrite(fails('aborted', true), readBack)).rejects.toMatchObject({ kind: 'aborted' })
    expect(reads).toBe(0)
  })

  it('resolves with what was found after a lost response', async () => {
    await expect(confirmWrite(lost(), async () => 'found')).resolves.toBe('found')
  })

  it('reports that it was not done when nothing is found after a lost response', async () => {
    const error = await confirmWrite(lost(), async () => false).catch((thrown: ApiError) => thrown)
    expect(error).toMatchObject({ kind: 'network', unsure: false, notDone: true })
  })

  it('stays unsure after a lost response when nothing can be read', async () => {
    await expect(confirmWrite(lost(), () => fails('server'))).rejects.toMatchObject({
      kind: 'network',
      unsure: true,
      notDone: false,
    })
  })

  it('reports a target that was deleted meanwhile as missing', async () => {
    await expect(confirmWrite(lost(), () => fails('missing'))).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('an item created since a write was sent', () => {
  it('cannot be recognised without the server’s clock', async () => {
    // Other tests may have set the clock.
    vi.resetModules()
    const { createdSince } = await import('./confirm-write.ts')
    expect(() => createdSince()(new Date().toISOString())).toThrow('what time it is')
  })

  it('is recognised by the server’s clock, whatever this machine’s clock shows', () => {
    const theirs = Date.now() - 3_600_000
    setServerClock(new Date(theirs).toUTCString())
    const isNew = createdSince()
    expect([theirs - 10_000, theirs + 1000].map((ms) => isNew(new Date(ms).toISOString()))).toEqual([false, true])
    expect(isNew(null)).toBe(false)
  })
})
