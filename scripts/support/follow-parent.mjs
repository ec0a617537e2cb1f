import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

// Preloaded by `handOver`: descriptor 3 is a pipe from the parent, which the system closes even when the parent is
// killed without a chance to pass its signal on. Worker threads inherit the preload and have nothing to do.
if (isMainThread) {
  const parent = new Socket({ fd: 3, readable: true, writable: false })
  parent.on('error', () => {})
  parent.once('close', () => process.kill(process.pid, 'SIGTERM'))
  parent.resume()
  parent.unref()
}
