import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { onTestFinished } from 'vitest'

export const smallPage = '<!doctype html><html lang="en"><title>A small page</title><h1>Hello</h1><p>Text</p>'

/** Listens on loopback until the running test ends. `host` is `127.0.0.1:PORT`. */
export async function serve(listener: RequestListener): Promise<{ host: string; url: string; server: Server }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}`, server }
}

/** Serves pages on loopback until the running test ends. Other paths return 404. */
export const servePages = (pages: Record<string, string | RequestListener>) =>
  serve((request, response) => {
    const page = pages[request.url ?? '']
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page ?? '')
  })

/** Sends lines unchanged and reads until the server closes the connection. */
export async function exchange(port: number, lines: string[], body = '') {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: rest.join('\r\n\r\n') }
}

/**
 * An SMTP server on loopback without TLS that keeps its messages and commands, until the running test ends. `refuse`
 * lets it reject all recipients from then on.
 */
export async function serveMail() {
  let refuses = false
  const messages: string[] = []
  const commands: string[] = []
  const server = createTcpServer((socket) => {
    let message: string | null = null
    let rest = ''
    socket.on('error', () => {})
    socket.write('220 mail.test\r\n')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (message === null) commands.push(line)
        if (message !== null && line !== '.') message += `${line}\n`
        else if (message !== null) {
          messages.push(message)
          message = null
          socket.write('250 kept\r\n')
        } else if (line === 'DATA') {
          message = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line === 'STARTTLS') socket.write('502 not here\r\n')
        else if (refuses && line.startsWith('RCPT')) socket.write('550 not here\r\n')
        else socket.write('250 mail.test\r\n')
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`
  return { url, messages, commands, refuse: () => void (refuses = true) }
}
