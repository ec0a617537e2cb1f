import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

// Imported by a service before its own modules: each response to it with the header `x-throw` throws an error, or
// rejects a promise, that nothing catches. Both happen in the callback of the request's own socket.
subscribe('http.client.response.finish', (message) => {
  const { response } = message as { response: IncomingMessage }
  const kind = response.headers['x-throw']
  if (kind === 'rejection') void Promise.reject(new Error('rejected by a socket'))
  // Node throws what a subscriber throws outside of the request.
  else if (kind) throw new Error('thrown by a socket')
})
