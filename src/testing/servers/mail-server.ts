import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** An SMTP server on loopback that keeps what it gets, until the running test ends. */
export async function serveMail(): Promise<{ url: string; messages: string[] }> {
  const messages: string[] = []
  const server = createServer((socket) => {
    let message: string | null = null
    let rest = ''
    socket.on('error', () => {})
    socket.write('220 mail.test\r\n')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (message !== null && line !== '.') message += `${line}\n`
        else if (message !== null) {
          messages.push(message)
          message = null
          socket.write('250 kept\r\n')
        } else if (line === 'DATA') {
          message = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 mail.test\r\n')
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`, messages }
}
