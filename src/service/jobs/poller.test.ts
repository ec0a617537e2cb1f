import { expect, it } from 'vitest'
import { createPoller } from './poller.ts'

it('works once more, however often that is asked for during a run', async () => {
  let runs = 0
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const work = () => {
    runs += 1
    return isReleased
  }
  const poller = createPoller(work, { everyMs: 60_000, onFailure: () => expect.unreachable() })
  await Promise.resolve()
  const asked = Array.from({ length: 10 }, () => poller.run())
  release()
  await Promise.all(asked)
  expect(runs).toBe(2)
  await poller.close()
})
