import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

// Preloaded by `handOver`. Descriptor 3 is a pipe from the parent. The system closes it even if the parent is killed
// before it can forward a signal. Worker threads inherit the preload but have no such pipe.
if (isMainThread) {
  const parent = new Socket({ fd: 3, readable: true, writable: false })
  parent.on('error', () => {})
  parent.once('close', () => process.kill(process.pid, 'SIGTERM'))
  parent.resume()
  parent.unref()
}
