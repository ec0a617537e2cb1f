import type { Header } from '../crawl.ts'
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

/** Detects the technologies of a page. Each is reported with the first sign found. */
export function collectStack(headers: Header[]) {
  const found = new Map<number, { version: string | null; because: string }>()
  const find = (of: number, because: string, after = '') => {
    const known = found.get(of)
    const version = readVersion(after)
    if (!known || (known.version === null && version !== null)) found.set(of, { version, because })
  }

  const onHeader = ([name, value]: Header) => {
    if (name === 'set-cookie') {
      const cookie = readCookie(value).name.slice(0, 100)
      for (const { sign, of } of cookies) if (cookie.toLowerCase().startsWith(sign)) find(of, `cookie ${cookie}`)
      return
    }
    const signs = headerSigns.filter((one) => one.name === name)
    if (signs.length === 0) return
    const words = value
      .slice(0, limits.headerLength)
      .toLowerCase()
      .split(/[,\s]+/)
    for (const { sign, of } of signs) {
      const word = words.find((one) => begins(one, sign))
      if (word !== undefined)
        find(of, sign === '' ? `header ${name}` : `header ${name}: ${sign}`, sign === '' ? '' : word.slice(sign.length))
    }
  }
  for (const header of headers) onHeader(header)

  const budget = { ...limits }
  const onUrl =
    (name: string): OnElement =>
    (element) => {
      const value = attribute(element, name)
      if (!value || budget.urls-- <= 0) return
      const url = value.slice(0, limits.urlLength).trim().toLowerCase()
      const host = /^(?:https?:)?\/\/([^/?#:]+)/.exec(url)?.[1]
      for (let name = host; name; name = name.includes('.') ? name.slice(name.indexOf('.') + 1) : '') {
        const of = hosts.get(name)
        if (of !== undefined) find(of, `URL on ${name}`)
      }
      const path = url.slice(host === undefined ? 0 : url.indexOf(host) + host.length).split(/[?#]/, 1)[0] ?? ''
      for (const { sign, of } of paths) {
        const at = path.indexOf(sign)
        if (at >= 0) find(of, `URL with ${sign}`, sign.endsWith('/') ? '' : path.slice(at + sign.length))
      }
    }
  const readMarks = (element: Element) => {
    for (const { name, value } of element.attrs) {
      const mark = name === 'id' ? `#${value}` : name
      const of = marks.get(mark)
      if (of !== undefined)
        find(of, name === 'id' ? `id ${value}` : `attribute ${name}`, name === 'ng-version' ? value : '')
    }
  }
  const onBox: OnElement = (element) => {
    if (budget.boxes-- > 0) readMarks(element)
  }
  const onTag: OnElement = (element) => {
    const of = marks.get(`<${element.tagName}>`)
    if (of !== undefined) find(of, `element ${element.tagName}`)
    readMarks(element)
  }
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
      else if (budget.scripts-- > 0) onScript(element)
    },
    meta(element) {
      if (attribute(element, 'name')?.toLowerCase() !== 'generator') return
      const content = (attribute(element, 'content') ?? '').slice(0, 200).trim().toLowerCase()
      for (const { sign, of } of generators)
        if (begins(content, sign)) find(of, 'generator meta tag', content.slice(sign.length))
    },
  }
  const onScript = (element: Element) => {
    const text = childText(element).slice(0, limits.scriptLength).toLowerCase()
    for (const { sign, of } of scripts) if (text.includes(sign)) find(of, `script with ${sign}`)
  }

  const finish = (): StackFacts =>
    technologies.flatMap(([name, kind], of) => {
      const one = found.get(of)
      return one ? [{ name, kind, ...one }] : []
    })
  return { handlers, finish }
}

/** Whether a text starts with a sign as a word: “apache/2.4” starts with apache, “apache-coyote” does not. */
const begins = (text: string, sign: string) =>
  text.startsWith(sign) && (/[^a-z]$|^$/.test(sign) || !/^[a-z-]/.test(text.slice(sign.length)))

const readVersion = (after: string) => /^[\s/v@!-]{0,3}(\d{1,9}(?:\.\d{1,9}){0,5})/.exec(after)?.[1] ?? null
