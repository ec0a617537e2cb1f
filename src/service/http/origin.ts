import type { FastifyRequest } from 'fastify'

const plainHost = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i

/** Where this service is reached, without a slash at the end: as configured, else as the request addressed it. */
export function originOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl
  const host = plainHost.test(request.host) ? request.host : addressOf(request)
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}

function addressOf({ socket }: FastifyRequest) {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
