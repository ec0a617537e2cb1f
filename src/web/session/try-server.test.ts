import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/data/api-error.ts'
import { judge, reach, tryServer } from './try-server.ts'

const never = () => Promise.reject(new Error('nobody asked'))
const verdict = async (...error: ConstructorParameters<typeof ApiError>) => {
  const { cause: _, ...rest } = (await judge(new ApiError(...error), never)) as { cause?: unknown }
  return rest
}

describe('of a refused sign-in', () => {
  it('the key is wrong when the server does not know it, or does not let it read', async () => {
    expect(await verdict('unauthenticated', '', { status: 401 })).toEqual({ wrong: 'key', fault: 'refused' })
    expect(await verdict('forbidden', '', { status: 403 })).toEqual({ wrong: 'key', fault: 'forbidden' })
  })

  it('the address is wrong when what answers there is not this API', async () => {
    expect(await verdict('missing', '', { status: 404 })).toEqual({ wrong: 'address', fault: 'missing' })
    expect(await verdict('forbidden', '', { status: 405 })).toEqual({ wrong: 'address', fault: 'other-answer' })
    expect(await verdict('not-understood', '', { status: 200, came: 'page' })).toEqual({
      wrong: 'address',
      fault: 'web-page',
    })
    expect(await verdict('not-understood', '', { status: 200 })).toEqual({ wrong: 'address', fault: 'other-answer' })
    expect(await verdict('invalid', '', { status: 400 })).toEqual({ wrong: 'address', fault: 'other-answer' })
    expect(await verdict('silent')).toEqual({ wrong: 'address', fault: 'silent' })
  })

  it.each(['schlüssel', 'two words', 'a\nb', '“quoted”'])(
    'the key is wrong when no request can carry it: %s',
    async (key) => {
      expect(await tryServer('https://seo.example', key)).toMatchObject({ wrong: 'key', fault: 'no-key' })
    },
  )

  it('neither is wrong while the server fails', async () => {
    expect(await verdict('server', '', { status: 502 })).toEqual({ wrong: 'neither', fault: 'failing' })
    expect(await verdict('limited', '', { status: 429 })).toEqual({ wrong: 'neither', fault: 'failing' })
  })

  it('what came without an answer is looked into', async () => {
    const cause = new ApiError('network')
    expect(await judge(cause, async () => 'cors')).toEqual({ wrong: 'address', fault: 'cors', cause })
    expect(await judge(cause, async () => 'offline')).toEqual({ wrong: 'neither', fault: 'offline', cause })
  })
})

describe('where no answer came from', () => {
  /** A browser in front of a server that answers what is in `answered`. */
  const ask = (
    answered: { unread: boolean; read: boolean },
    { address = 'https://seo.example/tools', online = true } = {},
  ) => {
    const asked: string[] = []
    const fetch = async (url: unknown, init: RequestInit = {}) => {
      asked.push(String(url))
      if (init.mode === 'no-cors' ? answered.unread : answered.read) return new Response()
      throw new TypeError('Failed to fetch')
    }
    return reach(address, { fetch: fetch as typeof globalThis.fetch, origin: 'https://pages.example', online }).then(
      (fault) => ({ fault, asked }),
    )
  }

  it('nothing answers even those who read nothing', async () => {
    const { fault, asked } = await ask({ unread: false, read: false })
    expect(fault).toBe('unreachable')
    expect(asked).toEqual(['https://seo.example/tools/api/v1/websites'])
  })

  it('a server answers, and does not let this page read it', async () => {
    expect((await ask({ unread: true, read: false })).fault).toBe('cors')
  })

  it('a server lets this page read, and does not let it send a key', async () => {
    expect((await ask({ unread: true, read: true })).fault).toBe('preflight')
  })

  it('there is no network', async () => {
    expect((await ask({ unread: false, read: false }, { online: false })).fault).toBe('offline')
  })

  it('the page’s own server needs no permission, so it is away', async () => {
    const { fault, asked } = await ask({ unread: true, read: true }, { address: 'https://pages.example' })
    expect(fault).toBe('unreachable')
    expect(asked).toEqual([])
  })
})
