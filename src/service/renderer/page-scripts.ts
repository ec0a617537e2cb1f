// Scripts that read a page. They run in a world of their own, so the page's scripts can't change what they use.

/**
 * Takes away what opens connections beside the proxy: WebRTC announces itself in the local network. Google's renderer
 * connects neither. Closed shadow roots are made open ones, which are closed for the page alone, because Google reads
 * both.
 */
export const prepareWindow = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name]
  const { apply } = Reflect
  const create = Object.create
  const closed = new WeakSet()
  const add = closed.add.bind(closed), has = closed.has.bind(closed)
  const replace = (prototype, name, key, run) => {
    const own = Object.getOwnPropertyDescriptor(prototype, name)
    const native = own[key]
    const handler = create(null, { apply: { value: (_, self, values) => run(native, self, values) } })
    Object.defineProperty(prototype, name, { ...own, [key]: new Proxy(native, handler) })
  }
  replace(Element.prototype, 'attachShadow', 'value', (native, self, values) => {
    const [init] = values
    if (typeof init !== 'object' || init === null || init.mode !== 'closed') return apply(native, self, values)
    const root = apply(native, self, [create(init, { mode: { value: 'open' } })])
    add(root)
    return root
  })
  replace(Element.prototype, 'shadowRoot', 'get', (native, self, values) => {
    const root = apply(native, self, values)
    return root !== null && has(root) ? null : root
  })
  replace(ShadowRoot.prototype, 'mode', 'get', (native, self, values) => has(self) ? 'closed' : apply(native, self, values))
})()`

/** A longer document is cut, as those of the fetcher are. */
export const maxHtmlLength = 5_000_000
/** A larger document isn't serialised at all. */
const maxTextLength = 20_000_000
const maxNodes = 500_000

export type ReadDocument =
  | { tooLarge: true; url: string }
  | { tooLarge: false; url: string; contentType: string; html: string; isCut: boolean }

/**
 * Returns the document with its open shadow trees. Its size is measured first, because the text of a large one could
 * exhaust the memory of every program that it passes through.
 */
export const readDocument = `(() => {
  const roots = []
  let nodes = 0, length = 0
  const isLarge = () => nodes > ${maxNodes} || length > ${maxTextLength}
  const measure = (root) => {
    const walker = document.createTreeWalker(root)
    for (let node = root; node && !isLarge(); node = walker.nextNode()) {
      nodes += 1
      if (node.nodeValue) length += node.nodeValue.length
      if (node.nodeType !== 1) continue
      for (const attribute of node.attributes) length += attribute.value.length
      if (node.shadowRoot) { roots.push(node.shadowRoot); measure(node.shadowRoot) }
    }
  }
  measure(document)
  const url = document.URL
  if (isLarge()) return { tooLarge: true, url }
  const root = document.documentElement
  // As HTML, an empty element of XHTML would have no end.
  const isXml = document.contentType === 'application/xhtml+xml'
  const outer = root ? root.cloneNode(false).outerHTML : ''
  const end = outer.lastIndexOf('</')
  const inner = root ? root.getHTML({ serializableShadowRoots: true, shadowRoots: roots }) : ''
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + '\\n' : ''
  const html = isXml ? new XMLSerializer().serializeToString(document) : type + outer.slice(0, end) + inner + outer.slice(end)
  const isCut = html.length > ${maxHtmlLength}
  return { tooLarge: false, url, contentType: document.contentType, html: isCut ? html.slice(0, ${maxHtmlLength}) : html, isCut }
})()`

export type Measured = {
  largest: { element: string; url: string; width: number; height: number } | null
  shift: number | null
}

/** Returns the largest element, and the largest sum of layout shifts within five seconds (https://web.dev/cls). */
export const measurePage = `(async () => {
  const entriesOf = (type) => new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return resolve([])
    const entries = []
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
    observer.observe({ type, buffered: true })
    setTimeout(() => { entries.push(...observer.takeRecords()); observer.disconnect(); resolve(entries) }, 20)
  })
  const [paints, shifts] = await Promise.all(['largest-contentful-paint', 'layout-shift'].map(entriesOf))
  let worst = 0, sum = 0, first = 0, last = 0
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue
    const isSame = sum > 0 && startTime - last < 1000 && startTime - first < 5000
    sum = isSame ? sum + value : value
    if (!isSame) first = startTime
    last = startTime
    worst = Math.max(worst, sum)
  }
  const entry = paints.at(-1)
  const element = entry && entry.element
  const box = element && element.getBoundingClientRect()
  const name = (element) => (element.localName + (element.id ? '#' + element.id : '') +
    [...element.classList].slice(0, 3).map((one) => '.' + one).join('')).slice(0, 200)
  return {
    largest: element ? { element: name(element), url: (entry.url || '').slice(0, 2000), width: Math.round(box.width), height: Math.round(box.height) } : null,
    shift: Math.round(worst * 1000) / 1000,
  }
})()`

/**
 * Resolves once the page has drawn a frame and then run a timer of `turnMs`, or after `maxMs`. Observers of visible
 * elements have run by then, and all timers of the page that were due before.
 */
export const takeTurn = (turnMs: number, maxMs: number) => `new Promise((resolve) => {
  const timer = setTimeout(resolve, ${Math.round(maxMs)})
  requestAnimationFrame(() => setTimeout(() => { clearTimeout(timer); resolve() }, ${turnMs}))
})`

/** Returns the number of letters that a person would see, up to a limit. */
export const measureText = `(document.body?.innerText ?? '').replace(/\\s+/g, '').length`
