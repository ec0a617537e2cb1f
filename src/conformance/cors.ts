import type { Context } from './context.ts'

/** A page that the static build could stand on. */
const elsewhere = 'https://dashboard.example'
const methods = ['GET', 'POST', 'PUT', 'DELETE']

/** Whether a dashboard that comes from another host may ask this server. */
export async function lookAtOrigins({ ask, note }: Context): Promise<boolean> {
  const name = 'pages of other origins (CORS)'
  const preflight = await ask('OPTIONS', '/reports', {
    key: null,
    headers: { origin: elsewhere, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  })
  const plain = await ask('GET', '/reports', { headers: { origin: elsewhere } })
  const refuse = (says: string) => {
    note('Connection', name, 'otherwise', says)
    return false
  }
  if (!preflight.ok || !plain.ok) return refuse('Not answered: the dashboard works from this server alone, or through the gateway.')
  const lets = ({ headers }: { headers: Headers }) => ['*', elsewhere].includes(headers.get('access-control-allow-origin') ?? '')
  if (!lets(preflight) || !lets(plain)) return refuse('Kept out: the dashboard works from this server alone, or through the gateway.')
  const allowed = wordsIn(preflight.headers.get('access-control-allow-headers'))
  if (preflight.status >= 300 || !(allowed.includes('authorization') || allowed.includes('*'))) return refuse('Let in, but not with a key: Access-Control-Allow-Headers must name Authorization.')
  const taken = wordsIn(preflight.headers.get('access-control-allow-methods'))
  const missing = methods.filter((method) => method !== 'GET' && method !== 'POST' && !taken.includes(method.toLowerCase()) && !taken.includes('*'))
  const exposed = wordsIn(plain.headers.get('access-control-expose-headers'))
  const hidden = ['retry-after', 'etag'].filter((header) => !exposed.includes(header) && !exposed.includes('*'))
  const asides = [missing.length > 0 && `not for ${missing.join(' and ')} as the preflight of a GET tells`, hidden.length > 0 && `${hidden.join(' and ')} cannot be read`].filter(Boolean)
  note('Connection', name, 'as specified', `Let in${asides.length > 0 ? `; ${asides.join('; ')}` : ''}.`)
  return true
}

const wordsIn = (value: string | null) => (value ?? '').toLowerCase().split(',').map((word) => word.trim())
