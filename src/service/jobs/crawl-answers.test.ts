import { expect, it } from 'vitest'
import { Answers } from './crawl-answers.ts'

const stored = (target: number) => ({
  target,
  url: `https://shop.example/${target}`,
  kind: 'page' as const,
  status: 200,
  end_status: 200,
  redirects_to: null,
  redirect_statuses: null,
  failure: null,
  reason: null,
})
const readAll = async (targets: number[]) => new Map(targets.map((target) => [target, stored(target)]))
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

it('the answers to the links of a page are complete when another page makes room meanwhile', async () => {
  const answers = new Answers()
  const { promise: isRoomMade, resolve } = Promise.withResolvers<void>()
  const first = answers.of(range(0, 12_000), async (targets) => {
    if (targets.includes(11_999)) await isRoomMade
    return readAll(targets)
  })
  expect(await answers.of(range(12_000, 24_000), readAll)).toHaveLength(12_000)
  expect(await answers.of(range(24_000, 36_000), readAll)).toHaveLength(12_000)
  resolve()
  expect(await first).toHaveLength(12_000)
})

it('the answer to a link is that of its target before scripts redirect', async () => {
  const script = { ...stored(1), redirects_to: 'https://shop.example/app', redirect_statuses: 'script' }
  const both = {
    ...script,
    ...stored(2),
    status: 301,
    redirects_to: script.redirects_to,
    redirect_statuses: '301, script',
  }
  const found = await new Answers().of([1, 2], async () => new Map([script, both].map((one) => [one.target, one])))
  expect(found).toMatchObject([
    { status: 200, redirects: [], finalUrl: 'https://shop.example/1' },
    { status: 200, redirects: [{ status: 301 }], finalUrl: 'https://shop.example/app' },
  ])
})
