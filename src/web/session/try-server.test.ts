import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/data/api-error.ts'
import { diagnoseNetwork, tryServer, trialOf } from './try-server.ts'

const never = () => Promise.reject(new Error('unexpected diagnosis'))
const trial = async (...error: ConstructorParameters<typeof ApiError>) => {
  const { cause: _, ...rest } = (await trialOf(new ApiError(...error), never)) as { cause?: unknown }
  return rest
}

describe('after a failed sign-in', () => {
  it('the key is wrong if the server rejects it or forbids it to read', async () => {
    expect(await trial('unauthenticated', '', { status: 401 })).toEqual({ wrong: 'key', fault: 'refused' })
    expect(await trial('forbidden', '', { status: 403 })).toEqual({ wrong: 'key', fault: 'forbidden' })
  })

  it('the address is wrong if the response is not from this API', async () => {
    expect(await trial('missing', '', { status: 404 })).toEqual({ wrong: 'address', fault: 'missing' })
    expect(await trial('forbidden', '', { status: 405 })).toEqual({ wrong: 'address', fault: 'other-response' })
    expect(await trial('unreadable', '', { status: 200, bodyKind: 'page' })).toEqual({
      wrong: 'address',
      fault: 'web-page',
    })
    expect(await trial('unreadable', '', { status: 200 })).toEqual({ wrong: 'address', fault: 'other-response' })
    expect(await trial('invalid', '', { status: 400 })).toEqual({ wrong: 'address', fault: 'other-response' })
    expect(await trial('timeout')).toEqual({ wrong: 'address', fault: 'timeout' })
  })

  it.each(['schlüssel', 'two words', 'a\nb', '“quoted”'])(
    'the key is wrong if a header cannot carry it: %s',
    async (key) => {
      expect(await tryServer('https://seo.example', key)).toMatchObject({ wrong: 'key', fault: 'no-key' })
    },
  )

  it('neither is wrong while the server fails', async () => {
    expect(await trial('server', '', { status: 502 })).toEqual({ wrong: 'neither', fault: 'failing' })
    expect(await trial('limited', '', { status: 429 })).toEqual({ wrong: 'neither', fault: 'failing' })
  })

  it('an error without a response is diagnosed', async () => {
    const cause = new ApiError('network')
    expect(await trialOf(cause, async () => 'cors')).toEqual({ wrong: 'address', fault: 'cors', cause })
    expect(await trialOf(cause, async () => 'offline')).toEqual({ wrong: 'neither', fault: 'offline', cause })
  })
})

describe('without a response', () => {
  /**
   * Simulates a browser whose requests succeed in `no-cors` mode (`opaque`) or with a readable response (`readable`).
   */
  const diagnose = (
    succeeds: { opaque: boolean; readable: boolean },
    { address = 'https://seo.example/tools', online = true } = {},
  ) => {
    const requested: string[] = []
    const fetch = async (url: unknown, init: RequestInit = {}) => {
      requested.push(String(url))
      if (init.mode === 'no-cors' ? succeeds.opaque : succeeds.readable) return new Response()
      throw new TypeError('Failed to fetch')
    }
    return diagnoseNetwork(address, {
      fetch: fetch as typeof globalThis.fetch,
      origin: 'https://pages.example',
      online,
    }).then((fault) => ({ fault, requested }))
  }

  it('the server is unreachable if no request succeeds', async () => {
    const { fault, requested } = await diagnose({ opaque: false, readable: false })
    expect(fault).toBe('unreachable')
    expect(requested).toEqual(['https://seo.example/tools/api/v1/websites'])
  })

  it('CORS is missing if only opaque responses arrive', async () => {
    expect((await diagnose({ opaque: true, readable: false })).fault).toBe('cors')
  })

  it('the preflight fails if requests without a key succeed', async () => {
    expect((await diagnose({ opaque: true, readable: true })).fault).toBe('preflight')
  })

  it('the device is offline if the browser says so', async () => {
    expect((await diagnose({ opaque: false, readable: false }, { online: false })).fault).toBe('offline')
  })

  it('the page’s own server is unreachable, because it needs no CORS', async () => {
    const { fault, requested } = await diagnose({ opaque: true, readable: true }, { address: 'https://pages.example' })
    expect(fault).toBe('unreachable')
    expect(requested).toEqual([])
  })
})
