import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free port on loopback for a program that can't choose one itself. It is below those that systems give to
 * connections and to servers on port 0, so no other test takes it before the program does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
