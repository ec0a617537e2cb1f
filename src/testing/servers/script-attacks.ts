import type { OutgoingHttpHeaders } from 'node:http'
import type { RenderFailure } from '#service/renderer/rendered-page.ts'

/** An address that a page must not reach: `host` is `127.0.0.1:PORT`, `udp` a port without a service. */
export type Forbidden = { host: string; udp: number }

/**
 * `outcomes` are those that are right, `rendered` among them. A page that hangs takes until its time is up, one that
 * grows until the system or V8 stops it.
 */
export type ScriptAttack = {
  html: (forbidden: Forbidden) => string
  headers?: (forbidden: Forbidden) => OutgoingHttpHeaders
  outcomes: readonly (RenderFailure | 'rendered')[]
}

const script = (text: string) =>
  `<!doctype html><title>An attack</title><body><h1>An attack</h1><script>${text}</script>`
const rendered = ['rendered'] as const
const stopped = ['unresponsive', 'crashed', 'too_heavy'] as const
const any = [...rendered, ...stopped] as const

const attack = (html: string | ScriptAttack['html'], outcomes: ScriptAttack['outcomes'] = rendered): ScriptAttack => ({
  html: typeof html === 'string' ? () => html : html,
  outcomes,
})

const inAdvance = ['prefetch', 'prerender', 'preconnect', 'dns-prefetch', 'preload', 'modulepreload']
/** Speculation rules and links for URLs, as elements. */
const rulesFor = (urls: string[]) =>
  `<script type="speculationrules">${JSON.stringify(Object.fromEntries(['prefetch', 'prerender'].map((name) => [name, [{ urls, eagerness: 'immediate' }]])))}</script>` +
  urls.flatMap((url) => inAdvance.map((rel) => `<link rel="${rel}" href="${url}" as="script">`)).join('')

/** Pages that try to reach what they must not, or to stop the browser, its controller or the queue. */
export const scriptAttacks: Record<string, ScriptAttack> = {
  'alerts in a loop': attack(script('for (;;) alert(1)'), stopped),
  'prompts and confirmations': attack(script('for (let i = 0; i < 50; i++) { prompt(i); confirm(i) } print()')),
  'an endless loop': attack(script('while (true);'), stopped),
  'an endless loop after loading': attack(script('onload = () => setTimeout(() => { while (true); }, 100)'), stopped),
  'endless tasks': attack(script('const again = () => { queueMicrotask(again) }; again()'), stopped),
  'endless short tasks': attack(
    script(
      'const one = new MessageChannel(); one.port1.onmessage = () => one.port2.postMessage(1); one.port2.postMessage(1)',
    ),
    any,
  ),
  'endless loops in workers': attack(
    script('for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL(new Blob(["while (true);"])))'),
  ),
  'endless loops in many workers': attack(
    script('for (let i = 0; i < 200; i++) new Worker(URL.createObjectURL(new Blob(["while (true);"])))'),
    any,
  ),
  'a large document': attack(
    script('const text = "a".repeat(1 << 20); for (let i = 0; i < 1024; i++) document.body.append(text + i)'),
    any,
  ),
  'a document of many elements': attack(
    script('for (;;) document.body.insertAdjacentHTML("beforeend", "<p>a".repeat(100000))'),
    stopped,
  ),
  'a large attribute': attack(script('document.body.dataset.a = "a".repeat(200e6)'), ['too_heavy', 'crashed']),
  'a large heap': attack(script('const all = []; for (;;) all.push(new Array(1e6).fill({}))'), stopped),
  'large buffers': attack(script('const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1))'), any),
  'large shared buffers': attack(
    script(
      'const all = []; for (let i = 0; i < 40; i++) all.push(new Uint8Array(new WebAssembly.Memory({ initial: 1000, maximum: 1000, shared: true }).buffer).fill(1))',
    ),
    any,
  ),
  'large WebAssembly memories': attack(
    script(
      'const all = []; for (;;) { const one = new WebAssembly.Memory({ initial: 16384 }); new Uint8Array(one.buffer).fill(1); all.push(one) }',
    ),
    any,
  ),
  'workers that fill memory': attack(
    script(
      'for (let i = 0; i < 200; i++) new Worker(URL.createObjectURL(new Blob(["const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))"])))',
    ),
    any,
  ),
  'many frames': attack(
    script(
      'for (let i = 0; i < 2000; i++) { const one = document.createElement("iframe"); one.srcdoc = "<p>" + i; document.body.append(one) }',
    ),
    any,
  ),
  'a page inside itself': attack(
    '<!doctype html><title>An attack</title><iframe src="?1"></iframe><iframe src="?2"></iframe>',
    any,
  ),
  'a large canvas': attack(
    script(
      'const all = []; for (let i = 0; i < 50; i++) { const one = document.createElement("canvas"); one.width = one.height = 8000; const c = one.getContext("2d"); c.fillRect(0, 0, 8000, 8000); document.body.append(one); all.push(one) }',
    ),
    any,
  ),
  'a slow filter': attack(
    '<!doctype html><title>An attack</title><body style="height: 9000px; filter: blur(200px)"><div style="height:9000px;background:conic-gradient(red,blue);filter:blur(400px) drop-shadow(0 0 300px red)">',
    any,
  ),
  'an element that grows with the window': attack(
    script(
      'document.body.style.height = "1000000vh"; new ResizeObserver(() => document.body.append("more text ")).observe(document.body)',
    ),
    any,
  ),
  'windows in a storm': attack(
    script(
      'for (let i = 0; i < 1000; i++) window.open("about:blank"); for (let i = 0; i < 50; i++) window.open(location.href)',
    ),
  ),
  'windows opened by links': attack(
    script(
      'for (let i = 0; i < 200; i++) { const a = document.createElement("a"); a.href = "?" + i; a.target = "_blank"; a.click() }',
    ),
    any,
  ),
  downloads: attack(
    script(
      'for (let i = 0; i < 200; i++) { const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob([new Uint8Array(1e5)])); a.download = "a" + i; a.click() }',
    ),
  ),
  'printing in a loop': attack(
    script('let count = 0; const timer = setInterval(() => { print(); if (++count > 500) clearInterval(timer) }, 1)'),
    any,
  ),
  'a page that is never idle': attack(script('setInterval(() => fetch("?" + Math.random()).catch(() => {}), 10)')),
  'requests in a storm': attack(script('for (let i = 0; i < 10000; i++) fetch("?" + i).catch(() => {})'), any),
  'many requests': attack(script('for (let i = 0; i < 1000; i++) fetch("?" + i).catch(() => {})'), [
    ...rendered,
    'unresponsive',
  ]),
  'reloads in a loop': attack(script('location.reload()'), ['redirect_loop']),
  'refreshes in a loop': attack('<!doctype html><meta http-equiv=refresh content="0;url=?again"><p>An attack', [
    'redirect_loop',
    'rendered',
  ]),
  'fragments in a storm': attack(
    script(
      'let i = 0; setInterval(() => { for (let n = 0; n < 200; n++) { location.hash = i++; history.pushState({}, "", "?" + i) } }, 1)',
    ),
    any,
  ),
  'large messages to the console': attack(
    script('const text = "a".repeat(300e6); for (let i = 0; i < 20; i++) console.error(text)'),
    any,
  ),
  'many messages to the console': attack(script('for (let i = 0; i < 200000; i++) console.error("message " + i)'), any),
  'large errors': attack(
    script('for (let i = 0; i < 50; i++) setTimeout(() => { throw new Error("a".repeat(50e6)) })'),
    any,
  ),
  'changed built-ins': attack(
    script(`
      Object.defineProperty(Element.prototype, 'outerHTML', { get() { while (true); } })
      Element.prototype.getHTML = document.createTreeWalker = () => { while (true); }
      JSON.stringify = Array.prototype.push = String.prototype.slice = Promise.prototype.then = () => { throw 1 }
      window.PerformanceObserver = window.XMLSerializer = window.setTimeout = window.requestAnimationFrame = undefined`),
  ),
  'writing without end': attack(
    script('setInterval(() => { document.open(); document.write("<p>again".repeat(1000)) }, 1)'),
    any,
  ),
  'a service worker': attack(script('navigator.serviceWorker?.register("?worker").catch(() => {})')),
  'a shared worker': attack(({ host }) =>
    script(
      `new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${host}/api/v1/websites', { mode: 'no-cors' })"])))`,
    ),
  ),
  'a worker that fetches': attack(({ host }) =>
    script(
      `new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/api/v1/websites', { mode: 'no-cors' }); importScripts('http://${host}/a.js')"])))`,
    ),
  ),
  permissions: attack(
    script(`navigator.geolocation.getCurrentPosition(() => document.title = 'gran' + 'ted'); Notification.requestPermission().then((one) => one === 'gran' + 'ted' && (document.title = 'gran' + 'ted'))
      navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).then(() => document.title = 'gran' + 'ted', () => {}); navigator.clipboard?.readText().then(() => document.title = 'gran' + 'ted', () => {})
      document.documentElement.requestFullscreen?.().catch(() => {}); showOpenFilePicker?.().catch(() => {})`),
  ),
  storage: attack(
    script(
      'const text = "a".repeat(1e6); try { for (;;) localStorage[Math.random()] = text } catch {} indexedDB.open("a").onupgradeneeded = ({ target }) => { const store = target.result.createObjectStore("a", { autoIncrement: true }); for (let i = 0; i < 300; i++) store.add(text) }',
    ),
    any,
  ),
  'requests to the service': attack(({ host }) =>
    script(`
      const url = 'http://${host}/api/v1/websites'
      const add = (name, values) => { const one = Object.assign(document.createElement(name), values); document.body.append(one); return one }
      fetch(url, { mode: 'no-cors' }).catch(() => {}); fetch(url, { method: 'POST', mode: 'no-cors', body: 'a=1' }).catch(() => {})
      fetch(url, { method: 'DELETE' }).catch(() => {}); navigator.sendBeacon(url, 'a=1'); new EventSource(url); new Image().src = url
      const request = new XMLHttpRequest(); request.open('GET', url); request.send()
      add('iframe', { src: url }); add('object', { data: url }); add('embed', { src: url }); add('script', { src: url }); add('video', { src: url }); add('audio', { src: url })
      for (const rel of ['stylesheet', 'icon', 'manifest', 'preload', 'modulepreload', 'prefetch', 'prerender', 'dns-prefetch', 'preconnect']) add('link', { rel, href: url, as: 'fetch' })
      add('form', { action: url, method: 'post', target: add('iframe', { name: 'a' }).name }).submit(); add('a', { href: '#', ping: url }).click()
      add('style', { textContent: '@import "' + url + '"; @font-face { font-family: a; src: url(' + url + ') } p { font-family: a; background: url(' + url + ') }' }); add('p', { textContent: 'a' })
      add('script', { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ urls: [url] }], prerender: [{ urls: [url] }] }) })
      import(url).catch(() => {})`),
  ),
  'speculation rules and links in a storm': attack(({ host }) => {
    const elements = rulesFor([`http://${host}/`, '/page', 'http://private.example.com/'])
    return `<!doctype html><title>An attack</title><body><h1>An attack</h1>${elements}
      <div><template shadowrootmode="open">${elements}</template></div>
      <iframe srcdoc="${elements.replaceAll('"', '&quot;')}"></iframe><iframe src="http://localhost/"></iframe>
      <script>
        let number = 0
        setInterval(() => {
          const urls = Array.from({ length: 50 }, () => '?' + number++)
          const rules = document.createElement('script')
          rules.type = 'speculationrules'
          rules.textContent = JSON.stringify({ prefetch: [{ urls: [...urls, 'http://${host}/'], eagerness: 'immediate' }] })
          document.body.append(rules)
          for (const rel of ${JSON.stringify(inAdvance.slice(0, 4))}) document.head.append(Object.assign(document.createElement('link'), { rel, href: urls[0] }))
          setTimeout(() => rules.remove(), 60)
        }, 80)
      </script>`
  }, any),
  'headers that request in advance': {
    ...attack(script('')),
    headers: ({ host }) => ({
      'speculation-rules': `"/page", "http://${host}/rules.json"`,
      link: inAdvance.flatMap((rel) => [`<http://${host}/>; rel=${rel}; as=script`, `</page>; rel=${rel}; as=script`]),
    }),
  },
  'more bytes than a page gets': attack(script('for (let i = 0; i < 50; i++) fetch("/large?" + i).catch(() => {})')),
  'other names of this machine': attack(({ host }) => {
    const port = host.split(':')[1]
    const names = [
      'localhost',
      'a.localhost',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '127.0.0.2',
      'private.example.com',
      'rebinding.example.com',
    ]
    return script(
      names
        .map(
          (name) =>
            `fetch('http://${name}:${port}/', { mode: 'no-cors' }).catch(() => {}); fetch('https://${name}:${port}/', { mode: 'no-cors' }).catch(() => {}); new Image().src = 'http://${name}/'`,
        )
        .join('\n'),
    )
  }),
  'addresses of private networks': attack(
    script(
      ['10.0.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]', 'metadata.google.internal']
        .map(
          (host) =>
            `fetch('http://${host}/latest/meta-data/', { mode: 'no-cors' }).then(() => document.title = 'rea' + 'ched', () => {})`,
        )
        .join('\n'),
    ),
  ),
  'a redirect by the server': attack(({ host }) =>
    script(
      `fetch('/to?http://${host}/', { mode: 'no-cors' }).catch(() => {}); const one = document.createElement('iframe'); one.src = '/to?http://${host}/'; document.body.append(one)`,
    ),
  ),
  WebSockets: attack(({ host }) =>
    script(
      `new WebSocket('ws://${host}/'); new WebSocket('wss://${host}/'); new WebSocket('ws://localhost:${host.split(':')[1]}/')`,
    ),
  ),
  'WebSockets with encryption': attack(({ host }) =>
    script(`
      const open = "new WebSocket('wss://rebinding.example.com/'); new WebSocket('wss://${host}/'); new WebSocket('wss://www.example.com/').onopen = () => postMessage('rea' + 'ched')"
      onmessage = ({ data }) => { document.title = data }
      new Worker(URL.createObjectURL(new Blob([open]))).onmessage = onmessage
      const frame = document.body.appendChild(document.createElement('iframe')); frame.srcdoc = '<script>' + open + '<' + '/script>'
      eval(open)`),
  ),
  'redirects of files': attack(
    ({ host }) =>
      script(`
      const urls = ['http://${host}/', 'http://127.0.0.2/', 'http://169.254.169.254/', 'file:///etc/passwd', 'data:text/javascript,document.title="rea"+"ched"']
      for (const url of urls) {
        for (const name of ['img', 'script', 'iframe']) document.body.append(Object.assign(document.createElement(name), { src: '/to?' + url }))
        fetch('/to?' + url).then((one) => one.text()).then(() => { document.title = 'rea' + 'ched' }, () => {})
        new Worker('/to?' + url).onerror = () => {}
      }`),
    any,
  ),
  'closed shadow trees': attack(
    script(
      'for (let host = document.body, i = 0; i < 20000; i++) { const root = host.attachShadow({ mode: "closed" }); root.innerHTML = "<p>text</p><div></div>"; host = root.lastChild }',
    ),
    any,
  ),
  'large closed shadow trees': attack(
    script(
      'const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" }); for (;;) root.append("a".repeat(1e6))',
    ),
    any,
  ),
  'changed built-ins of shadow trees': attack(
    script(`
      WeakSet.prototype.has = WeakSet.prototype.add = Reflect.apply = Object.create = Function.prototype.call = () => { while (true); }
      Element.prototype.attachShadow = function () { throw 1 }; Object.defineProperty(Element.prototype, 'shadowRoot', { get() { while (true); } })
      Object.defineProperty(ShadowRoot.prototype, 'mode', { get() { throw 1 } })`),
    any,
  ),
  WebRTC: attack(({ host, udp }) =>
    script(`
      const frame = document.body.appendChild(document.createElement('iframe'))
      const Connection = window.RTCPeerConnection ?? window.webkitRTCPeerConnection ?? frame.contentWindow.RTCPeerConnection
      if (Connection) document.title = 'gran' + 'ted'
      const one = new Connection({ iceServers: [{ urls: ['stun:127.0.0.1:${udp}', 'stun:8.8.8.8:3478'] }, { urls: ['turn:127.0.0.1:${udp}', 'turn:${host}?transport=tcp'], username: 'a', credential: 'a' }] })
      one['onicecandi' + 'date'] = ({ ['candi' + 'date']: found }) => { if (found) document.body.append('candi' + 'date ' + found['candi' + 'date']) }
      one.createDataChannel('a'); one.createOffer().then((offer) => one.setLocalDescription(offer))`),
  ),
  WebTransport: attack(({ udp }) =>
    script(`if (window.WebTransport) { new WebTransport('https://127.0.0.1:${udp}/').ready.catch(() => {}) }`),
  ),
  ...Object.fromEntries(
    [
      'file:///etc/passwd',
      'chrome://version',
      'chrome://crash',
      'view-source:file:///etc/passwd',
      'devtools://devtools/bundled/inspector.html',
      'about:blank',
      'data:text/html,<h1>other',
      'ftp://127.0.0.1/',
      'mailto:a@b.example',
      'intent://a#Intent;end',
    ].map((url) => [
      `a redirect to ${url}`,
      attack(script(`location.href = ${JSON.stringify(url)}; open(${JSON.stringify(url)}, '_self')`), [
        ...rendered,
        'redirect_unreachable',
        'unreachable',
      ]),
    ]),
  ),
  'a redirect to the service': attack(({ host }) => script(`location.href = 'http://${host}/api/v1/websites'`)),
  'a redirect to a private address': attack(script(`location.href = 'http://169.254.169.254/latest/meta-data/'`)),
  'a redirect to a private name': attack(script(`location.href = 'http://private.example.com/'`)),
  'a redirect through a redirect': attack(
    ({ host }) => script(`location.href = '/to?http://${host}/'`),
    ['redirect_unreachable', 'unreachable'],
  ),
  'a frame with a file': attack(
    '<!doctype html><title>An attack</title><iframe src="file:///etc/passwd"></iframe><embed src="file:///etc/passwd"><img src="file:///etc/passwd"><link rel=stylesheet href="file:///etc/passwd">',
  ),
  'leaving without end': attack(
    script(`onbeforeunload = (event) => { event.preventDefault(); for (;;); }; location.href = '?next'`),
    [...any, 'redirect_loop'],
  ),
}
