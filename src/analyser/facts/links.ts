import type { Link, LinkFacts, LinkProblem } from '../page-facts.ts'
import { isWeb, resolve } from './addresses.ts'
import { clip, clipOrNull, collapse, cutList, limits, plain } from './text.ts'
import { attribute, tokens } from './tree.ts'
import type { Handlers } from './walk.ts'

type Found = { href: string; rel: string | null; control: boolean; noscript: boolean; at: number; from: number; to: number }

/**
 * Anchors, sorted into links, broken links and what is no link at all: an anchor without href is a placeholder unless a
 * script makes it act as a link, one with another role is a control, and mailto:, tel: and the like lead elsewhere.
 */
export function collectLinks() {
  const anchors: Found[] = []
  const broken = cutList<{ problem: LinkProblem; href: string | null; at: number }>()
  const handlers: Handlers = {
    a(element, { ordinal, noscript, textMark }) {
      const href = attribute(element, 'href')
      const control = (tokens(attribute(element, 'role'))[0] ?? 'link') !== 'link'
      if (href === null) {
        const acts = attribute(element, 'onclick') !== null && !control && !noscript
        if (acts) broken.add(() => ({ problem: 'script-only', href, at: ordinal }))
        return
      }
      const found: Found = { href, rel: attribute(element, 'rel'), control, noscript, at: ordinal, from: textMark, to: textMark }
      anchors.push(found)
      return (position) => {
        found.to = position.textMark
      }
    },
  }
  const finish = (base: string, finalUrl: string, text: string): LinkFacts => {
    const links = cutList<Link>()
    const host = resolve(finalUrl, base)?.hostname
    for (const { href, rel, control, noscript, at, from, to } of anchors) {
      const url = resolve(href, base)
      const problem = problemOf(href, url)
      if (problem) {
        if (!noscript && !control) broken.add(() => ({ problem, href: clip(href, limits.text), at }))
      } else if (url && isWeb(url)) {
        links.add(() => ({
          url: clip(url.href, limits.url),
          internal: url.hostname === host,
          text: clip(collapse(text.slice(from, Math.min(to, from + 2000))), limits.text),
          rel: clipOrNull(rel, 100),
          noscript,
          at,
        }))
      }
    }
    const items = broken.items.toSorted((a, b) => a.at - b.at)
    return { ...plain(links), followable: links.total, broken: { items, total: broken.total } }
  }
  return { handlers, finish }
}

function problemOf(href: string, url: URL | null): LinkProblem | null {
  if (href.trim() === '') return 'empty'
  if (url?.protocol === 'javascript:') return 'javascript'
  if (url?.protocol === 'file:') return 'file'
  return url === null && !/^\s{0,100}data:/i.test(href) ? 'unresolvable' : null
}
