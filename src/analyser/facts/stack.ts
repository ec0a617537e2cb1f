import type { Header } from '../fetched-page.ts'
import { readCookie } from './headers.ts'
import { type Signs, technologies, type TechnologyKind } from './technologies.ts'
import { attribute, type Element } from './tree.ts'
import { childText, type Handlers, type OnElement } from './walk.ts'

export type Technology = {
  name: string
  kind: TechnologyKind
  version: string | null
  because: string
}
export type StackFacts = Technology[]

/** A sign and the index of its technology in the table. */
type Sign = { sign: string; of: number }

const signsOf = (read: (signs: Signs) => string[] | undefined): Sign[] =>
  technologies.flatMap(([, , signs], of) => (read(signs) ?? []).map((sign) => ({ sign, of })))
const byText = (signs: Sign[]) => new Map(signs.map(({ sign, of }) => [sign, of]))

const generators = signsOf(({ generator }) => (generator === undefined ? [] : [generator]))
const paths = signsOf((signs) => signs.paths)
const cookies = signsOf((signs) => signs.cookies)
const scripts = signsOf((signs) => signs.scripts)
const hosts = byText(signsOf((signs) => signs.hosts))
const marks = byText(signsOf((signs) => signs.marks))
const headerSigns = technologies.flatMap(([, , signs], of) =>
  Object.entries(signs.headers ?? {}).map(([name, sign]) => ({ name, sign, of })),
)

/** Safety limits. Signs are near the start of a page and repeat. */
const limits = {
  urls: 300,
  images: 30,
  urlLength: 500,
  boxes: 1000,
  scripts: 100,
  scriptLength: 2000,
  headerLength: 1000,
}

/** A sign that was found: the index of its technology, the sign, and the text after it, which can be a version. */
type Find = { of: number; because: string; after?: string }

/** Detects the technologies of a page. Each is reported with the first sign found. */
export function collectStack(headers: Header[]) {
  const found = new Map<number, { version: string | null; because: string }>()
  const add = (finds: Find[]) => {
    for (const { of, because, after = '' } of finds) {
      const known = found.get(of)
      const version = readVersion(after)
      if (!known || (known.version === null && version !== null)) found.set(of, { version, because })
    }
  }
  for (const header of headers) add(inHeader(header))

  const budget = { ...limits }
  const onUrl =
    (name: string): OnElement =>
    (element) => {
      const value = attribute(element, name)
      if (value && budget.urls-- > 0) add(inUrl(value))
    }
  const onBox: OnElement = (element) => {
    if (budget.boxes-- > 0) add(inMarks(element))
  }
  const onTag: OnElement = (element) => add([...inTag(element), ...inMarks(element)])
  const handlers: Handlers = {
    html: onBox,
    body: onBox,
    div: onBox,
    main: onBox,
    'app-root': onTag,
    'astro-island': onTag,
    link: onUrl('href'),
    img(element, position) {
      if (budget.images-- > 0) onUrl('src')(element, position)
    },
    script(element, position) {
      if (attribute(element, 'src') !== null) onUrl('src')(element, position)
      else if (budget.scripts-- > 0) add(inScript(element))
    },
    meta: (element) => add(inMeta(element)),
  }

  const finish = (): StackFacts =>
    technologies.flatMap(([name, kind], of) => {
      const one = found.get(of)
      return one ? [{ name, kind, ...one }] : []
    })
  return { handlers, finish }
}

function inHeader([name, value]: Header): Find[] {
  if (name === 'set-cookie') return inCookie(value)
  const signs = headerSigns.filter((sign) => sign.name === name)
  if (signs.length === 0) return []
  const words = value
    .slice(0, limits.headerLength)
    .toLowerCase()
    .split(/[,\s]+/)
  return signs.flatMap(({ sign, of }) => {
    const word = words.find((word) => begins(word, sign))
    if (word === undefined) return []
    if (sign === '') return [{ of, because: `header ${name}` }]
    return [{ of, because: `header ${name}: ${sign}`, after: word.slice(sign.length) }]
  })
}

function inCookie(value: string): Find[] {
  const cookie = readCookie(value).name.slice(0, 100)
  return cookies
    .filter(({ sign }) => cookie.toLowerCase().startsWith(sign))
    .map(({ of }) => ({ of, because: `cookie ${cookie}` }))
}

function inUrl(value: string): Find[] {
  const url = value.slice(0, limits.urlLength).trim().toLowerCase()
  const host = /^(?:https?:)?\/\/([^/?#:]+)/.exec(url)?.[1]
  const path = url.slice(host === undefined ? 0 : url.indexOf(host) + host.length).split(/[?#]/, 1)[0] ?? ''
  return [...inHost(host ?? ''), ...inPath(path)]
}

/** Finds technologies by the host of a URL and the domains above it. */
function inHost(host: string): Find[] {
  const finds: Find[] = []
  for (let name = host; name; name = name.includes('.') ? name.slice(name.indexOf('.') + 1) : '') {
    const of = hosts.get(name)
    if (of !== undefined) finds.push({ of, because: `URL on ${name}` })
  }
  return finds
}

const inPath = (path: string): Find[] =>
  paths.flatMap(({ sign, of }) => {
    const at = path.indexOf(sign)
    if (at < 0) return []
    return [{ of, because: `URL with ${sign}`, after: sign.endsWith('/') ? '' : path.slice(at + sign.length) }]
  })

const inMarks = ({ attrs }: Element): Find[] =>
  attrs.flatMap(({ name, value }) => {
    const of = marks.get(name === 'id' ? `#${value}` : name)
    if (of === undefined) return []
    if (name === 'id') return [{ of, because: `id ${value}` }]
    return [{ of, because: `attribute ${name}`, after: name === 'ng-version' ? value : '' }]
  })

function inTag({ tagName }: Element): Find[] {
  const of = marks.get(`<${tagName}>`)
  return of === undefined ? [] : [{ of, because: `element ${tagName}` }]
}

function inScript(element: Element): Find[] {
  const text = childText(element).slice(0, limits.scriptLength).toLowerCase()
  return scripts
    .filter(({ sign }) => text.includes(sign))
    .map(({ sign, of }) => ({ of, because: `script with ${sign}` }))
}

function inMeta(element: Element): Find[] {
  if (attribute(element, 'name')?.toLowerCase() !== 'generator') return []
  const content = (attribute(element, 'content') ?? '').slice(0, 200).trim().toLowerCase()
  return generators
    .filter(({ sign }) => begins(content, sign))
    .map(({ sign, of }) => ({ of, because: 'generator meta tag', after: content.slice(sign.length) }))
}

/** True if a text starts with a sign as a word: “apache/2.4” starts with apache, “apache-coyote” doesn't. */
const begins = (text: string, sign: string) =>
  text.startsWith(sign) && (/[^a-z]$|^$/.test(sign) || !/^[a-z-]/.test(text.slice(sign.length)))

const readVersion = (after: string) => /^[\s/v@!-]{0,3}(\d{1,9}(?:\.\d{1,9}){0,5})/.exec(after)?.[1] ?? null
