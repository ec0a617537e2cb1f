// @module-tag all
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve, servePages } from '#testing/servers/loopback.ts'
import {
  browserWith,
  page,
  pagesWith,
  rendererFor,
  renderingChromium as chromium,
  script,
} from '#testing/service/rendering.ts'
import { renderTimes } from './render-page.ts'
import { NotRendered, type RenderFailure, sandboxWords } from './rendered-page.ts'
import { createRenderer, words } from './renderer.ts'

const noHosts: ReadonlySet<string> = new Set()

it('without a browser, nothing is rendered, and the reason is known', async () => {
  const renderer = rendererFor([], { chromium: undefined })
  expect(await renderer.problem()).toBe(words.missing)
  await expect(renderer.render({ url: 'https://shop.example/', screenshot: false })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

it('a sandbox that does not start is the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const file = join(folder, 'chromium')
  await writeFile(file, '#!/bin/sh\necho "FATAL: No usable sandbox!" >&2\nexit 1\n', { mode: 0o755 })
  expect(await rendererFor([], { chromium: file }).problem()).toBe(sandboxWords.missing)
})

it('a browser that fails at start is named', async () => {
  const renderer = rendererFor([], { chromium: '/bin/false' })
  expect(await renderer.problem()).toMatch("Chromium didn't start")
})

describe.skipIf(!chromium)('a browser', () => {
  it('that gets no folder is tried again later', { tags: 'all' }, async () => {
    onTestFinished(() => void vi.useRealTimers())
    onTestFinished(() => void vi.unstubAllEnvs())
    const renderer = rendererFor([])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubEnv('TMPDIR', join(tmpdir(), 'no-such-folder'))
    expect(await renderer.problem()).toMatch('ENOENT')
    await expect(renderer.render({ url: 'https://shop.example/', screenshot: false })).rejects.toMatchObject({
      code: 'unavailable',
    })
    vi.unstubAllEnvs()
    vi.advanceTimersByTime(5 * 60_000)
    vi.useRealTimers()
    expect(await renderer.problem()).toBeNull()
  })

  it('that is being closed renders no page', { tags: 'all' }, async () => {
    onTestFinished(() => void vi.useRealTimers())
    const { host, url } = await servePages({ '/': page('a sound page') })
    const renderer = rendererFor([host])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect(await renderer.problem()).toBeNull()
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    expect((await renderer.render({ url, screenshot: false })).html).toContain('a sound page')
  })
})

describe.skipIf(!chromium)('a rendered page', () => {
  it('has what its scripts added, also in shadow trees and further down', async () => {
    const { render } = await pagesWith({
      '/': script(`
        document.title = 'Changed'
        const below = document.createElement('div')
        below.style.marginTop = '5000px'
        document.body.append(below)
        new IntersectionObserver(([entry]) => { if (entry.isIntersecting) below.innerHTML = '<a href="/lazy">Lazy</a>' }).observe(below)
        document.body.insertAdjacentHTML('afterbegin', '<p class="large">' + 'A long text. '.repeat(50))
        document.querySelector('h1').attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow</p>'
        fetch('/data').then((one) => one.text()).then((text) => document.body.append(text))
        console.error('a problem'); setTimeout(() => { throw new Error('another') })`),
      '/data': 'fetched text',
    })
    const { html, ...rest } = await render()
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en">.*<title>Changed<\/title>/s)
    for (const part of [
      '<a href="/lazy">',
      'fetched text',
      '<template shadowrootmode="open"><p>In the shadow</p></template>',
    ])
      expect(html).toContain(part)
    expect(rest).toMatchObject({
      redirectedTo: null,
      refusedRedirect: null,
      isIdle: true,
      isCut: false,
      layoutShift: 0,
    })
    expect(rest.largestElement?.element).toBe('p.large')
    expect(rest.consoleErrors.items.map(({ text }) => text)).toEqual(['a problem', 'Error: another'])
  })

  // A busy machine does to all pages what these do to themselves. It also takes more than the usual limit.
  it.each([
    ['a long task and a timer', 'busy(600); await after(300)', 'busy(700)'],
    ['a timer and a long task', 'await after(100); busy(700)', 'await after(200); busy(500)'],
  ])('has what a stretched page loads after %s', async (_, before, between) => {
    const { host, url } = await servePages({
      '/': script(`
        const below = document.createElement('div')
        below.style.marginTop = '5000px'
        document.body.append(below)
        const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); }
        const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
        new IntersectionObserver(async ([entry]) => {
          if (!entry.isIntersecting) return
          ${before}
          const text = await (await fetch('/data')).text()
          ${between}
          below.append(text, await (await fetch('/more')).text())
        }).observe(below)`),
      '/data': 'fetched text',
      '/more': 'and more',
    })
    const renderer = rendererFor([host], { times: { ...renderTimes, later: 100, stretching: renderTimes.waiting } })
    const { html, isIdle } = await renderer.render({ url, screenshot: false })
    expect([html.includes('fetched textand more'), isIdle]).toEqual([true, true])
  })

  it('does not wait for bodies that nobody reads', async () => {
    const { render } = await pagesWith({
      '/': script(`fetch('/large').then(({ status }) => document.body.append('status ' + status))`),
      '/large': (_, response) => response.end(Buffer.alloc(3_000_000)),
    })
    const { html, isIdle, failedRequests } = await render()
    expect([html.includes('status 200'), isIdle, failedRequests.total]).toEqual([true, true, 0])
  })

  it('names the requests that still ran when its time was up', { tags: 'all' }, async () => {
    const { host, url } = await servePages({
      '/': script(`fetch('/never').catch(() => {})`),
      '/never': () => {},
    })
    const renderer = rendererFor([host], { times: { ...renderTimes, waiting: 1_000, stretching: 600, later: 100 } })
    const { isIdle, failedRequests } = await renderer.render({ url, screenshot: false })
    expect([isIdle, failedRequests.items]).toEqual([false, [{ url: `${url}/never`, type: 'xhr', reason: 'timeout' }]])
  })

  it('has service workers that do nothing, and permissions that are denied', async () => {
    const asked: string[] = []
    const { render } = await pagesWith({
      '/': script(`
        const tell = (name, run) => new Promise((resolve) => resolve(run())).then(
          (value) => document.body.insertAdjacentHTML('beforeend', '<p>' + name + ' ' + value),
          (error) => document.body.insertAdjacentHTML('beforeend', '<p>' + name + ' rejects ' + error.name))
        tell('registered', async () => typeof (await navigator.serviceWorker.register('/sw.js')).scope)
        tell('ready', async () => typeof (await navigator.serviceWorker.ready).active)
        tell('missing', () => navigator.serviceWorker.register('/missing.js'))
        tell('notification', () => Notification.permission)
        tell('asked', () => Notification.requestPermission())
        tell('called back', () => new Promise((resolve) => Notification.requestPermission(resolve)))
        tell('position', async () => (await navigator.permissions.query({ name: 'geolocation' })).state)
        tell('voices', () => speechSynthesis.getVoices().length)`),
      '/sw.js': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end(`addEventListener('install', () => fetch('/precached'))`),
      '/precached': (request, response) => {
        asked.push(request.url ?? '')
        response.end()
      },
    })
    const { html } = await render()
    for (const line of [
      'registered string',
      'ready object',
      'missing rejects TypeError',
      'notification denied',
      'asked denied',
      'called back denied',
      'position denied',
      'voices 0',
    ])
      expect(html).toContain(`<p>${line}`)
    expect(asked).toEqual([])
  })

  it('of XHTML stays XHTML', async () => {
    const { render } = await pagesWith({
      '/': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/xhtml+xml' })
          .end(
            '<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="/a.js"/></head><body><p/>A page</body></html>',
          ),
    })
    const { html, isXhtml } = await render()
    expect(isXhtml).toBe(true)
    // As HTML, the script would hold all that follows it.
    expect(html).toContain('<script src="/a.js"></script></head><body><p></p>A page</body>')
  })

  it('is made of the response that the fetcher has, and requested no second time', async () => {
    const asked: string[] = []
    const { host, url } = await serve((request, response) => {
      asked.push(request.url ?? '')
      response.end('document.body.append("by script")')
    })
    const { html } = await rendererFor([host]).render({
      url: `${url}/page`,
      document: {
        status: 200,
        headers: [
          ['content-type', 'text/html; charset=iso-8859-1'],
          ['content-encoding', 'gzip'],
        ],
        body: Buffer.concat([Buffer.from(page('<script src="/a.js"></script>')), Buffer.from([0xe4])]),
      },
      robots: { url: `${url}/robots.txt`, outcome: 'absent', status: 404, text: '', bytes: 0 },
      screenshot: false,
    })
    expect(html).toMatch(/äby script|by script.*ä/s)
    expect(asked).toEqual(['/a.js'])
  })

  it('of another page that scripts or refreshes lead to is named', async () => {
    const { url, render } = await pagesWith({
      '/': script(`location.replace('/next')`),
      '/next': '<!doctype html><meta http-equiv="refresh" content="0; url=/last"><title>Next</title>',
      '/last': page('the last page'),
      '/state': script(`history.pushState(null, '', '/pushed')`),
    })
    const redirected = await render()
    expect(redirected).toMatchObject({ redirectedTo: `${url}/last`, finalUrl: `${url}/last` })
    expect(redirected.html).toContain('the last page')
    expect(await render('/state')).toMatchObject({ redirectedTo: null, finalUrl: `${url}/pushed` })
  })

  it('has no WebSockets, also in workers, and its errors are not those of the page', { tags: 'all' }, async () => {
    const ofWorker = `addEventListener('securitypolicyviolation', ({ blockedURI }) => postMessage('refused ' + blockedURI)); new WebSocket('wss://shop.invalid/worker')`
    const { render } = await pagesWith({
      '/': script(`
        const show = (text) => document.body.append(text)
        addEventListener('securitypolicyviolation', ({ blockedURI }) => show('refused ' + blockedURI))
        for (const url of ['/worker.js', URL.createObjectURL(new Blob([${JSON.stringify(ofWorker)}.replace('worker', 'blob')]))])
          new Worker(url).onmessage = ({ data }) => show(data)
        new WebSocket('wss://shop.invalid/page')
        fetch('/data').then((one) => one.text()).then(show)`),
      '/moved': script("location.href = '/'"),
      '/worker.js': (_, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(ofWorker),
      '/data': 'data of a request',
    })
    for (const path of ['/', '/moved']) {
      const { html, consoleErrors } = await render(path)
      for (const name of ['page', 'worker', 'blob']) expect(html).toContain(`refused wss://shop.invalid/${name}`)
      expect(html).toContain('data of a request')
      expect(consoleErrors.items).toEqual([])
    }
  })

  it('is read with its closed shadow trees, which stay closed for its scripts', { tags: 'all' }, async () => {
    const { render } = await pagesWith({
      '/': script(`
        const host = document.body.appendChild(document.createElement('div'))
        const root = host.attachShadow({ mode: 'closed' })
        root.innerHTML = '<p>Text of a closed tree</p>'
        const natives = [Element.prototype.attachShadow, Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get]
        document.title = [String(host.shadowRoot), root.mode, natives.every((one) => /native code/.test(one))].join(' ')
        const open = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
        document.title += ' ' + [open.mode, open.host.shadowRoot === open].join(' ')`),
    })
    const { html } = await render()
    expect(html).toContain('Text of a closed tree')
    expect(html).toContain('<title>null closed true open true</title>')
  })

  it('that shows next to nothing, or looks as if it led elsewhere, gets more time', { tags: 'all' }, async () => {
    const later = (text: string) => page(`${text}<script>setTimeout(() => { location.href = '/next' }, 1200)</script>`)
    const { host, url } = await servePages({
      '/': later('Wait'),
      '/long': later(`<p>${'A long text. '.repeat(30)}`),
      '/next': page(`<h1>The next page</h1>${'A long text. '.repeat(30)}`),
    })
    const renderer = rendererFor([host], { times: renderTimes })
    const render = (path: string, mayRedirect: boolean) =>
      renderer.render({ url: url + path, screenshot: false, mayRedirect })
    expect(await render('/', false)).toMatchObject({ redirectedTo: `${url}/next` })
    expect(await render('/long', true)).toMatchObject({ redirectedTo: `${url}/next` })
  })

  it('keeps nothing for the next page', { tags: 'all' }, async () => {
    const { render } = await pagesWith({
      '/': script(`
        const seen = [document.cookie, localStorage.seen ?? '', sessionStorage.seen ?? '']
        document.cookie = 'seen=cookie'; localStorage.seen = 'local'; sessionStorage.seen = 'session'
        document.body.append('seen: ' + seen.join(',') + ';')`),
    })
    for (const _ of [1, 2]) expect((await render()).html).toContain('seen: ,,;')
  })

  const answers: [string, RequestListener, RenderFailure][] = [
    ['a text', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('text'), 'not_html'],
    [
      'a download',
      (_, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('a'),
      'not_html',
    ],
    ['a server that closes', (request) => request.destroy(), 'unreachable'],
  ]
  it.for(answers)('is not made of %s', async ([, answer, code]) => {
    const { render } = await pagesWith({ '/': answer })
    await expect(render()).rejects.toMatchObject({ code })
  })

  it('shows its first screen', { tags: 'all' }, async () => {
    const { host, url } = await servePages({ '/': page('<h1>A page</h1>') })
    const { screenshot } = await rendererFor([host]).render({ url, screenshot: true })
    expect(Buffer.from(screenshot ?? []).toString('latin1', 8, 12)).toBe('WEBP')
  })

  it('needs the sandbox: a browser that is started without it renders nothing', async () => {
    const file = await browserWith('', '--no-sandbox')
    expect(await rendererFor([], { chromium: file }).problem()).toBe(sandboxWords.off)
    expect(await rendererFor([], { chromium: file, withoutSandbox: true }).problem()).toBeNull()
  })

  it('is given up when its signal aborts, and the next one is rendered', { tags: 'all' }, async () => {
    const asked = Promise.withResolvers<void>()
    const { host, url } = await servePages({ '/': () => asked.resolve(), '/next': page('the next page') })
    const renderer = rendererFor([host])
    const stop = new AbortController()
    const rendered = renderer.render({ url, screenshot: false }, '', stop.signal)
    const refused = expect(rendered).rejects.toThrow('given up')
    await asked.promise
    stop.abort(new Error('given up'))
    await refused
    expect((await renderer.render({ url: `${url}/next`, screenshot: false })).html).toContain('the next page')
  })

  it('is refused when the renderer closes', { tags: 'all' }, async () => {
    const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts: noHosts })
    const rendered = renderer.render({ url: 'https://shop.example/', screenshot: false })
    const refused = expect(rendered).rejects.toThrow(NotRendered)
    await renderer.close()
    await refused
  })
})
