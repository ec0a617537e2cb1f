import type { Context } from './context.ts'

/** A page that the static build could stand on. */
const elsewhere = 'https://dashboard.example'

/** Whether a dashboard that comes from another host may ask this server. */
export async function lookAtOrigins({ ask, note }: Context): Promise<boolean> {
  const name = 'pages of other origins (CORS)'
  const fly = (path: string, method: string) =>
    ask('OPTIONS', path, {
      key: null,
      headers: {
        origin: elsewhere,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    })
  const preflight = await fly('/reports', 'GET')
  const plain = await ask('GET', '/reports', { headers: { origin: elsewhere } })
  const refuse = (says: string) => {
    note('Connection', name, 'otherwise', says)
    return false
  }
  if (!preflight.ok || !plain.ok)
    return refuse('Not answered: the dashboard works from this server alone, or through the gateway.')
  const lets = ({ headers }: { headers: Headers }) =>
    ['*', elsewhere].includes(headers.get('access-control-allow-origin') ?? '')
  if (!lets(preflight) || !lets(plain))
    return refuse('Kept out: the dashboard works from this server alone, or through the gateway.')
  const allowed = wordsIn(preflight.headers.get('access-control-allow-headers'))
  if (preflight.status >= 300 || !(allowed.includes('authorization') || allowed.includes('*')))
    return refuse('Let in, but not with a key: Access-Control-Allow-Headers must name Authorization.')
  const missing: string[] = []
  for (const method of ['PUT', 'DELETE']) {
    const reply = await fly('/websites/1', method)
    const taken =
      reply.ok && reply.status < 300 && lets(reply) ? wordsIn(reply.headers.get('access-control-allow-methods')) : []
    if (!taken.includes(method.toLowerCase()) && !taken.includes('*')) missing.push(method)
  }
  const exposed = wordsIn(plain.headers.get('access-control-expose-headers'))
  const hidden = ['retry-after', 'etag'].filter((header) => !exposed.includes(header) && !exposed.includes('*'))
  const asides = [
    missing.length > 0 && `but not for ${missing.join(' and ')}`,
    hidden.length > 0 && `${hidden.join(' and ')} cannot be read`,
  ].filter(Boolean)
  note(
    'Connection',
    name,
    missing.length > 0 ? 'otherwise' : 'as specified',
    `Let in${asides.length > 0 ? `; ${asides.join('; ')}` : ''}.`,
  )
  return true
}

const wordsIn = (value: string | null) =>
  (value ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
