import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type TcpProxy = {
  port: number
  /**
   * Passes nothing on any more, in either direction, on the connections that are open: both sides see a peer that is
   * connected and silent.
   */
  freeze(): void
  /** While set, new connections are frozen too. */
  freezesNew: boolean
}

/** Starts a proxy on loopback to a server on the same machine. It is closed when the running test ends. */
export async function tcpProxyTo(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  const frozen = new Set<Socket>()
  const freeze = (socket: Socket) => frozen.add(socket.pause())
  const proxy: TcpProxy = { port: 0, freezesNew: false, freeze: () => open.forEach(freeze) }

  const pass = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('data', (bytes) => to.write(bytes))
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      if (!frozen.has(from)) to.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    pass(client, upstream)
    pass(upstream, client)
    if (proxy.freezesNew) [client, upstream].forEach(freeze)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return proxy
}
