import { createSocket, type RemoteInfo } from 'node:dgram'

type Zone = Record<string, { a?: string[]; aaaa?: number[][]; code?: number; silent?: boolean }>

/** Starts a name server on loopback. Names that are not in the zone do not exist. */
export async function startNameServer(zone: Zone) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => respond(query, from))
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () =>
      new Promise<void>((resolve) => {
        socket.close(() => resolve())
      }),
  }

  function respond(query: Buffer, from: RemoteInfo) {
    const { name, end } = nameAt(query, 12)
    const entry = zone[name] ?? { code: 3 }
    if (entry.silent) return
    const type = query.readUInt16BE(end)
    const data = type === 1 ? (entry.a ?? []).map((text) => text.split('.').map(Number)) : (entry.aaaa ?? [])
    const records = data.map((bytes) => {
      const fixed = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]
      return Buffer.from([...fixed, ...bytes])
    })
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (entry.code ?? 0), 2)
    for (const [offset, count] of [
      [4, 1],
      [6, records.length],
      [8, 0],
      [10, 0],
    ] as const)
      head.writeUInt16BE(count, offset)
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), from.port, from.address)
  }
}

function nameAt(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
