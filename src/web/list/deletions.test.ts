import { describe, expect, it, vi } from 'vitest'
import { describeError } from '#web/data/error-words.ts'
import { ApiError, type ApiErrorKind } from '#web/data/api-error.ts'
import { noteDate } from '#web/data/clock.ts'
import { gone, madeSince, readAgain } from './deletions.ts'

const failed = (kind: ApiErrorKind, unsure = false) => Object.assign(new ApiError(kind), { unsure })
const fails = (kind: ApiErrorKind, unsure = false) => Promise.reject(failed(kind, unsure))

it('what was deleted already is gone', async () => {
  await expect(gone(fails('missing'), async () => 'here')).resolves.toBeUndefined()
})

it('what cannot be found after a lost answer is gone', async () => {
  await expect(gone(fails('network', true), () => fails('missing'))).resolves.toBeUndefined()
})

it('what is found after a lost answer was surely not deleted', async () => {
  await expect(gone(fails('network', true), async () => 'here')).rejects.toMatchObject({
    kind: 'network',
    unsure: false,
    undone: true,
  })
})

it('several deletions that one lost answer was about are looked for each', async () => {
  const one = failed('network', true)
  const ends = [async () => 'here', () => fails('missing')].map((look) =>
    gone(Promise.reject(one), look).then(
      () => 'gone',
      () => 'here',
    ),
  )
  await ends[0]
  expect(await Promise.all([...ends, gone(Promise.reject(one), () => fails('missing')).then(() => 'gone')])).toEqual([
    'here',
    'gone',
    'gone',
  ])
})

it('what cannot be looked for after a lost answer may be gone', async () => {
  await expect(gone(fails('network', true), () => fails('network'))).rejects.toMatchObject({
    kind: 'network',
    unsure: true,
  })
})

it('nothing is looked for after a clear refusal', async () => {
  await expect(gone(fails('forbidden'), () => fails('missing'))).rejects.toMatchObject({ kind: 'forbidden' })
})

const lost = () => fails('network', true)

describe('a write', () => {
  it('that was answered, or refused, is not looked for', async () => {
    let looks = 0
    const look = async () => ++looks
    await expect(readAgain(Promise.resolve('answer'), look)).resolves.toBe('answer')
    await expect(readAgain(fails('forbidden'), look)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(readAgain(fails('aborted', true), look)).rejects.toMatchObject({ kind: 'aborted' })
    expect(looks).toBe(0)
  })

  it('whose answer was lost is what is found', async () => {
    await expect(readAgain(lost(), async () => 'found')).resolves.toBe('found')
  })

  it('whose answer was lost and that is not found says that it was not done so far', async () => {
    const error = await readAgain(lost(), async () => false).catch((thrown: ApiError) => thrown)
    expect(error).toMatchObject({ kind: 'network', unsure: false, undone: true })
    expect(describeError(error as ApiError)).toEqual({
      title: 'The connection broke',
      text: 'It was looked up since: this has not been done so far. You can try again.',
    })
  })

  it('whose answer was lost stays unsure where nothing can be read', async () => {
    await expect(readAgain(lost(), () => fails('server'))).rejects.toMatchObject({
      kind: 'network',
      unsure: true,
      undone: false,
    })
  })

  it('to what is gone meanwhile says that', async () => {
    await expect(readAgain(lost(), () => fails('missing'))).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('what was made since', () => {
  it('is not told from before without the server’s clock', async () => {
    // Other tests may have told the time.
    vi.resetModules()
    const { madeSince } = await import('./deletions.ts')
    expect(() => madeSince()(new Date().toISOString())).toThrow('what time it is')
  })

  it('is told by that clock, whatever this machine’s says', () => {
    const theirs = Date.now() - 3_600_000
    noteDate(new Date(theirs).toUTCString())
    const isNew = madeSince()
    expect([theirs - 10_000, theirs + 1000].map((ms) => isNew(new Date(ms).toISOString()))).toEqual([false, true])
    expect(isNew(null)).toBe(false)
  })
})
