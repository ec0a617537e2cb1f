import { hiddenBy } from './inline-style.ts'
import { technologies } from './technologies.ts'
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
  /** The body is hidden by the HTML itself. */
  hidesPage: boolean
}

/** Safety limits for the code that is read, and for the redirects in a script. */
const maxLength = 20_000
const maxRead = 300_000
const maxRedirects = 50

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

/** Files of such tools, and libraries that do nothing by themselves. */
const toolFiles =
  /\/(?:gtm|gtag|ga|analytics|matomo|piwik|plausible|fbevents|hotjar[^/]*|clarity|uc|otSDKStub|cookie-?(?:consent|banner|notice|control)[^/]*|klaro[^/]*|tarteaucitron[^/]*|borlabs-cookie[^/]*|complianz[^/]*|email-decode|rocket-loader|wp-emoji-release|comment-reply)(?:\.min)?\.js(?:$|\?)|\/gtag\/js|\/recaptcha\/|\/(?:jquery(?:-migrate|-ui|\.slim)?|bootstrap(?:\.bundle)?|popper|swiper(?:-bundle)?|slick|splide|glide|owl\.carousel|lazysizes|lozad|fancybox|magnific-popup|photoswipe|lightbox|glightbox|aos|modernizr|picturefill|polyfills?|prism|highlight|what-input|focus-visible|hoverIntent|superfish|smooth-scroll|masonry(?:\.pkgd)?|isotope(?:\.pkgd)?)(?:[.-](?:\d[\w.]*|min|esm|umd))*\.m?js(?:$|\?)/i

/** Code that writes content, or that renders a page. Elements for further scripts and pictures are none. */
const writes =
  /\b(?:innerHTML|outerHTML|innerText|textContent|insertAdjacent\w+|replaceChildren|replaceWith|attachShadow|createApp|createRoot|hydrateRoot|customElements\.define|dangerouslySetInnerHTML|DOMParser|importNode|cloneNode)\b|document\.(?:title\s*=|write)|\.(?:html|load|append|prepend|after|before|text|mount|render|getJSON)\(|\bimport\s*[({*'"\w]|createElement\(\s*["'`](?!script|img|iframe|style|noscript)|\bfetch\(|XMLHttpRequest|\.(?:content|canonical)\s*=[^=]|["']canonical["']|\bnoindex\b|\beval\(|\.setAttribute\(\s*["'](?:content|href)["']/

/** Code of tools that is pasted into pages. */
const toolCode =
  /gtm\.start|googletagmanager|google-analytics|\bgtag\(|dataLayer\s*=|_paq\b|fbq\(|hotjar|clarity\.ms|\b_hjSettings|wpemojiSettings|cookieconsent|klaroConfig|OptanonWrapper|usercentrics|Intercom\(|newrelic|NREUM|plausible\(|adsbygoogle/i

const leaves =
  /(?<![\w$.-])(?:(?:window|self|top|parent|document|globalThis)\s*\.\s*)*location\s*(?:\.\s*href\s*)?(?:=(?![=>])|\.\s*(?:replace|assign)\s*\()/g

export function collectScripts() {
  const facts: ScriptFacts = { files: 0, inline: 0, others: 0, redirects: false, hidesPage: false }
  let read = 0
  const readCode = (code: string) => {
    const part = code.slice(0, maxLength)
    read += part.length
    if (read > maxRead) {
      facts.inline++
      return
    }
    const isRedirect = redirectsAtOnce(part)
    if (isRedirect) facts.redirects = true
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
  return { handlers, finish: (): ScriptFacts => ({ ...facts }) }
}

function isTool(source: string): boolean {
  const url = resolve(source.slice(0, 500), 'https://page.invalid/')
  if (!url) return true
  for (let name = url.hostname; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (toolHosts.has(name)) return true
  return toolFiles.test(url.pathname + url.search)
}

const hidesBody = (css: string) =>
  [...css.matchAll(/(?:^|[{},;\s])(?:html|body)(?:\s*,\s*(?:html|body))*\s*\{([^{}]{0,500})\}/gi)].some(
    ([, rules = '']) => hiddenBy(rules),
  )

/** Names of events after which a listener runs by itself. */
const ofLoading = /["'`](?:load|DOMContentLoaded|pageshow)["'`]\s*,\s*$|\bon(?:load|pageshow)\s*=\s*$/
/** The start of a function, at the end of a text: `function name(a) ` or `(a) => `. */
const startOfFunction =
  /(?:\bfunction\b\s*\*?\s*[\w$]*\s*\([^()]*\)|(?:\([^()]*\)|[\w$]+)\s*=>|(?<![\w$.])(?!(?:if|for|while|switch|catch|with)\b)[\w$]+\s*\([^()]*\))\s*$/
/** What calls its function at once or soon: `(function…)()`, `!function…`, `setTimeout(`, `$(`. */
const calls =
  /(?:^|[;{}(!+~&|?,]|\breturn\b|\bvoid\b)\s*[(!+~]\s*$|\b(?:setTimeout|ready|then|requestAnimationFrame|queueMicrotask|\$|jQuery)\s*\(\s*$/

/** Returns true if code leads to another page when it runs, and not when somebody clicks. */
export function redirectsAtOnce(code: string): boolean {
  if (/http-?equiv/i.test(code) && /["'`\s=\\]refresh\b/i.test(code)) return true
  if (!code.includes('location')) return false
  const plain = code.replaceAll(/\/\*[^]*?\*\/|(?<![:"'\\])\/\/[^\n]*/g, ' ')
  return [...plain.matchAll(leaves)].slice(0, maxRedirects).some(({ index }) => isRunAtOnce(plain, index))
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
  return !/=>\s*\(?\s*$/.test(before) || !isLateFunction(before.replace(/\(\s*$/, ''))
}

function isLateFunction(before: string): boolean {
  const start = startOfFunction.exec(before)
  if (!start) return false
  // `if (a) {`, `for (…) {` and the like are no functions.
  const around = before.slice(0, start.index)
  return !ofLoading.test(around) && !calls.test(around)
}
