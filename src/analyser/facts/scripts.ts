import { hiddenBy } from './inline-style.ts'
import { technologies } from './technologies.ts'
import { tokenize } from './tokens.ts'
import { attribute, type Element, scriptKind } from './tree.ts'
import { resolve } from './urls.ts'
import { childText, type Handlers, type OnElement } from './walk.ts'

/** The scripts of the HTML, by what they can do to its content. */
export type ScriptFacts = {
  /** External scripts that can change the content, and inline scripts that look as if they did. */
  files: number
  inline: number
  /** Scripts that leave the content as it is: analytics, consent tools, common libraries, inline code for such. */
  others: number
  /** An inline script leads to another page as soon as it runs. */
  redirects: boolean
  /** The HTML hides its body, or content that scripts show as soon as they run. */
  hidesPage: boolean
}

/** Safety limits for the code that is read, and for its mentions of a location. */
const maxLength = 20_000
const maxRead = 300_000
const maxRedirects = 200

/** Hosts of tools that add nothing to the content, with their subdomains, beyond those of the technologies. */
const toolHosts = new Set([
  ...technologies.flatMap(([, kind, { hosts = [] }]) => (kind === 'analytics' ? hosts : [])),
  // Tag managers and advertising
  ...'googletagmanager.com googleadservices.com googlesyndication.com doubleclick.net amazon-adsystem.com criteo.net criteo.com taboola.com outbrain.com bat.bing.com snap.licdn.com analytics.tiktok.com s.pinimg.com static.ads-twitter.com adform.net'.split(
    ' ',
  ),
  // Analytics and monitoring
  ...'segment.com mixpanel.com amplitude.com heapanalytics.com fullstory.com mouseflow.com crazyegg.com etracker.com etracker.de newrelic.com nr-data.net sentry-cdn.com datadoghq-browser-agent.com simpleanalyticscdn.com usefathom.com umami.is chartbeat.com parsely.com quantserve.com scorecardresearch.com ioam.de speedcurve.com vercel-insights.com'.split(
    ' ',
  ),
  // Consent
  ...'cookiebot.com cookielaw.org onetrust.com usercentrics.eu consentmanager.net cookieyes.com iubenda.com didomi.io privacy-center.org trustarc.com quantcast.com termly.io osano.com cookiefirst.com'.split(
    ' ',
  ),
  // Chats, captchas, sharing, fonts
  ...'intercom.io intercomcdn.com zdassets.com zendesk.com tawk.to crisp.chat drift.com livechatinc.com tidio.co userlike.com hcaptcha.com recaptcha.net challenges.cloudflare.com connect.facebook.net platform.twitter.com addtoany.com use.typekit.net kit.fontawesome.com js.stripe.com'.split(
    ' ',
  ),
])

/** The files of such tools, and libraries that do nothing by themselves, without versions and the like. */
const toolFiles = new Set(
  'gtm gtag ga analytics matomo piwik plausible fbevents clarity uc otsdkstub email-decode rocket-loader wp-emoji-release comment-reply jquery jquery-migrate jquery-ui bootstrap popper swiper slick splide glide owl-carousel lazysizes lozad fancybox jquery-fancybox magnific-popup jquery-magnific-popup photoswipe lightbox glightbox aos modernizr picturefill polyfill polyfills prism highlight what-input focus-visible hoverintent superfish smooth-scroll masonry isotope'.split(
    ' ',
  ),
)
const toolPrefixes =
  /^(?:hotjar|cookie-?(?:consent|banner|notice|control)|klaro|tarteaucitron|borlabs-cookie|complianz)/
const versions = /^(?:v?\d\w*|min|esm|umd|bundle|pkgd|slim)$/

/** Code that writes content, or that renders a page. Elements for further scripts and pictures are none. */
const writes =
  /\b(?:innerHTML|outerHTML|innerText|textContent|insertAdjacent\w+|replaceChildren|replaceWith|attachShadow|createApp|createRoot|hydrateRoot|customElements\.define|dangerouslySetInnerHTML|DOMParser|importNode|cloneNode)\b|document\.(?:title\s*=|write)|\.(?:html|load|append|prepend|after|before|text|mount|render|getJSON)\(|\bimport\s*[({*'"\w]|createElement\(\s*["'`](?!script|img|iframe|style|noscript)|\bfetch\(|XMLHttpRequest|\.(?:content|canonical)\s*=[^=]|["']canonical["']|\bnoindex\b|\beval\(|\.setAttribute\(\s*["'](?:content|href)["']/

/** Code that shows what was hidden. */
const shows =
  /\.style\.(?:display|visibility|opacity)\s{0,9}=(?!=)|\.style\.(?:removeProperty|setProperty)\(|\.hidden\s{0,9}=(?!=)|\.classList\.(?:remove|toggle|replace|add)\(|\.className\s{0,9}=(?!=)|\.(?:removeAttribute|toggleAttribute|setAttribute|removeAttr|removeClass|addClass|toggleClass|css)\(|\.(?:show|fadeIn|slideDown|showModal|showPopover)\(/g
/** With fewer words, what scripts show is no content. */
const fewWords = 20
/** Their content isn't that of the page, or is shown on request. */
const beside = new Set(['dialog', 'nav', 'script', 'style', 'template', 'noscript', 'body', 'html'])

/** Code of tools that is pasted into pages. */
const toolCode =
  /gtm\.start|googletagmanager|google-analytics|\bgtag\(|dataLayer\s*=|_paq\b|fbq\(|hotjar|clarity\.ms|\b_hjSettings|wpemojiSettings|cookieconsent|klaroConfig|OptanonWrapper|usercentrics|Intercom\(|newrelic|NREUM|plausible\(|adsbygoogle/i

/** What stands before and after `location` where it is changed. */
const ofWindow = /(?:^|[^\w$.-])(?:(?:window|self|top|parent|document|globalThis)\s?\.\s?){0,3}$/
const leaves = /^\s{0,9}(?:\.\s{0,9}href\s{0,9})?(?:=(?![=>])|\.\s{0,9}(?:replace|assign)\s{0,9}\()/

export function collectScripts() {
  const facts: ScriptFacts = { files: 0, inline: 0, others: 0, redirects: false, hidesPage: false }
  let read = 0
  let reveals = false
  const readCode = (code: string) => {
    const part = code.slice(0, maxLength)
    read += part.length
    if (read > maxRead) {
      facts.inline++
      return
    }
    const isRedirect = redirectsAtOnce(part)
    if (isRedirect) facts.redirects = true
    reveals ||= revealsAtOnce(part)
    if (isRedirect || code.length > maxLength || (writes.test(part) && !toolCode.test(part))) facts.inline++
    else facts.others++
  }
  const handlers: Handlers = {
    script(element, { noscript }) {
      if (noscript) return
      const kind = scriptKind(element)
      if (kind === 'data' || (kind === 'classic' && attribute(element, 'nomodule') !== null)) return
      const url = attribute(element, 'src')
      if (url === null) readCode(childText(element))
      else if (url.trim() !== '') facts[isTool(url) ? 'others' : 'files']++
    },
    body(element, { noscript, style }) {
      if (noscript) return
      if (hiddenBy(style) || attribute(element, 'hidden') !== null) facts.hidesPage = true
      const onLoad = attribute(element, 'onload')
      if (onLoad !== null) readCode(onLoad)
    },
    style(element: Element, { noscript }: Parameters<OnElement>[1]) {
      // Pages in AMP hide themselves for the first seconds.
      if (noscript || attribute(element, 'amp-boilerplate') !== null) return
      if (hidesBody(childText(element).slice(0, maxLength))) facts.hidesPage = true
    },
  }
  const finish = (elements: readonly Element[]): ScriptFacts =>
    reveals && elements.some(hidesContent)
      ? { ...facts, inline: facts.inline + 1, others: Math.max(0, facts.others - 1), hidesPage: true }
      : { ...facts }
  return { handlers, finish }
}

function revealsAtOnce(code: string): boolean {
  let count = 0
  for (const { index } of code.matchAll(shows)) if (count++ < maxRedirects && isRunAtOnce(code, index)) return true
  return false
}

/** True if the HTML hides an element with content. */
function hidesContent(element: Element): boolean {
  if (beside.has(element.tagName)) return false
  const isHidden = attribute(element, 'hidden') !== null || hiddenBy(attribute(element, 'style'))
  return isHidden && wordsIn(element) >= fewWords
}

/** Counts the words of an element, up to a limit. */
function wordsIn(element: Element): number {
  let words = 0
  const open: Element[] = [element]
  for (let next = open.pop(); next && words < fewWords; next = open.pop()) {
    words += tokenize(childText(next).slice(0, maxLength)).count
    for (const child of next.childNodes) if ('tagName' in child && !beside.has(child.tagName)) open.push(child)
  }
  return words
}

function isTool(source: string): boolean {
  const url = resolve(source.slice(0, 500), 'https://page.invalid/')
  if (!url) return true
  for (let name = url.hostname; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (toolHosts.has(name)) return true
  if (url.pathname.startsWith('/recaptcha/') || url.pathname.endsWith('/gtag/js')) return true
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1).toLowerCase()
  const words = name.replace(/\.m?js$/, '').split(/[.-]/)
  const end = words.findLastIndex((word) => !versions.test(word))
  const stem = words.slice(0, end + 1).join('-')
  return toolFiles.has(stem) || toolPrefixes.test(stem)
}

const bodyRules = /(?:^|[{},;\s])(?:html|body)\s{0,9}(?:,\s{0,9}(?:html|body)\s{0,9}){0,3}\{([^{}]{0,500})\}/gi

const hidesBody = (css: string) => [...css.matchAll(bodyRules)].some(([, rules = '']) => hiddenBy(rules))

/** Names of events after which a listener runs by itself. */
const ofLoading = /["'`](?:load|DOMContentLoaded|pageshow)["'`]\s{0,9},\s{0,9}$|\bon(?:load|pageshow)\s{0,9}=\s{0,9}$/
/** What stands before brackets and a block that is no function. */
const statements = new Set(['if', 'for', 'while', 'switch', 'catch', 'with'])
/** What calls its function at once or soon: `(function…)()`, `!function…`, `setTimeout(`, `$(`. */
const calls =
  /(?:^|[;{}(!+~&|?,]|\breturn\b|\bvoid\b)\s{0,9}[(!+~]\s{0,9}$|\b(?:setTimeout|ready|then|requestAnimationFrame|queueMicrotask|jQuery)\s{0,9}\(\s{0,9}$|(?<!\w)\$\s{0,9}\(\s{0,9}$/

/** Returns true if code redirects to another page as it runs. A redirect that waits for a click doesn't count. */
export function redirectsAtOnce(code: string): boolean {
  if (/http-?equiv/i.test(code) && /["'`\s=\\]refresh\b/i.test(code)) return true
  if (!code.includes('location')) return false
  const plain = withoutComments(code)
  let at = plain.indexOf('location')
  for (let count = 0; at >= 0 && count < maxRedirects; count++) {
    const end = at + 'location'.length
    if (leaves.test(plain.slice(end, end + 60)) && ofWindow.test(plain.slice(Math.max(0, at - 60), at)))
      if (isRunAtOnce(plain, at)) return true
    at = plain.indexOf('location', end)
  }
  return false
}

function withoutComments(code: string): string {
  const parts: string[] = []
  let from = 0
  for (let start = code.indexOf('/*'); start >= 0; start = code.indexOf('/*', from)) {
    const end = code.indexOf('*/', start + 2)
    if (end < 0) break
    parts.push(code.slice(from, start))
    from = end + 2
  }
  return [...parts, code.slice(from)].join(' ').replaceAll(/(?<![:"'\\])\/\/[^\n]*/g, ' ')
}

/** Returns true unless a function that is not called at once contains the position. */
function isRunAtOnce(code: string, position: number): boolean {
  let closed = 0
  for (let at = position - 1; at >= 0; at--) {
    if (code[at] === '}') closed++
    else if (code[at] === '{') {
      if (closed > 0) closed--
      else if (isLateFunction(code.slice(Math.max(0, at - 300), at))) return false
    }
  }
  // An arrow function without a block: `a.onclick = () => location.href = '/b'`
  const before = code.slice(Math.max(0, position - 300), position)
  return !/=>\s{0,9}\(?\s{0,9}$/.test(before) || !isLateFunction(before.replace(/\(\s{0,9}$/, ''))
}

/** Returns true if the text before a block ends as a function does that is not called at once. */
function isLateFunction(before: string): boolean {
  let text = before.trimEnd()
  const isArrow = text.endsWith('=>')
  if (isArrow) text = text.slice(0, -2).trimEnd()
  if (text.endsWith(')')) text = text.slice(0, startOfBrackets(text)).trimEnd()
  else if (isArrow) text = withoutWord(text)
  else return false
  if (!isArrow) {
    const rest = withoutWord(text)
    const name = text.slice(rest.length)
    const start = name === 'function' ? text : rest.trimEnd()
    const keyword = /\bfunction\s?\*?$/.exec(start)
    // A method, or no function at all.
    if (!keyword) return name !== '' && !statements.has(name)
    text = start.slice(0, keyword.index)
  }
  const around = text.replace(/\basync\s?$/, '')
  return !ofLoading.test(around) && !calls.test(around)
}

/** Returns the index of the bracket that the last one closes, or 0. */
function startOfBrackets(text: string): number {
  let open = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') open++
    else if (text[at] === '(' && --open === 0) return at
  }
  return 0
}

function withoutWord(text: string): string {
  let end = text.length
  while (end > 0 && /[\w$]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
