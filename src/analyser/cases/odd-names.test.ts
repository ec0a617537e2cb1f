import { expect, it } from 'vitest'
import { analysePage, readPage } from '#analyser/run.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { soundAnswer } from '#testing/pages/sound-page.ts'

/** A page that has a name wherever a page can have one. */
const pageWith = (name: string) =>
  document(
    `<title>Lamps</title><meta name="${name}" content="${name}"><meta property="${name}" content="${name}">
     <meta name="robots" content="${name}, ${name}:${name}"><meta name="viewport" content="${name}=${name}">
     <meta http-equiv="${name}" content="${name}"><link rel="${name}" href="/one"><link rel="preload" as="${name}" href="/two">
     <link rel="alternate" hreflang="${name}" href="/three"><script type="${name}"></script>
     <script type="application/ld+json">{"@context":"https://schema.org","@type":"${name}","${name}":"${name}","@id":"${name}"}</script>
     <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","${name}":{"@type":"${name}"},"offers":{"${name}":1}}</script>`,
    `<h1>Lamps</h1><${name}>Text</${name}><img src="/a.${name}" alt="A"><img src="/b.png" loading="${name}" alt="B">
     <picture><source type="${name}" srcset="/c.${name}"><img src="/d" alt="D"></picture>
     <p lang="${name}" role="${name}" itemscope itemtype="https://schema.org/${name}"><i itemprop="${name}">x</i></p>
     <div vocab="https://schema.org/" typeof="${name}"><b property="${name}">x</b></div><a href="/x" rel="${name}">Lamp</a>
     <form method="${name}"><input type="${name}" autocomplete="${name}" name="${name}"></form>`,
  )

const resultsOf = (name: string) => {
  const page = fetchedPageOf({
    html: pageWith(name),
    robots: `User-agent: ${name}\n${name}: /x\nUser-agent: *\nAllow: /`,
    headers: { [name.toLowerCase()]: name, 'x-robots-tag': `${name}: ${name}`, 'content-language': name, server: name },
  })
  const analysis = analysePage(page, readPage(page).probeRequests.map(soundAnswer))
  // The service gets the analysis from another thread.
  const { results } = structuredClone(analysis)
  return Object.entries(results).map(([id, { outcome }]) => `${id} ${String(outcome)}`)
}

it.each(Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith('__')))(
  'a page with the name %s everywhere is analysed like any other',
  (name) => {
    expect(resultsOf(name)).toEqual(resultsOf('x'.repeat(name.length)))
  },
)

it.each(['__proto__', '__defineGetter__'])('a page with the name %s everywhere is analysed', (name) => {
  expect(resultsOf(name).filter((line) => !/ (pass|warn|fail|info|not-applicable|unknown)$/.test(line))).toEqual([])
})
